import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { queryNumber } from './under-fault.js';

/** A sequence also counts writes that are rolled back; the table contains only committed ones. */
const WATCH = `
  drop schema if exists faults cascade;
  create schema faults;
  create sequence faults.tried;
  create table faults.accepted (reader text);
  create function faults.note() returns trigger language plpgsql security definer as $$
  begin
    if current_setting('application_name') = tg_argv[0] then
      perform nextval('faults.tried');
      insert into faults.accepted select reader from changed;
    end if;
    return null;
  end $$;`;

/** Observes in the database what one node tries to write into the checkpoints. */
export class FencedWrites {
  private constructor(private readonly superuserUrl: string) {}

  /** @param node name of its database sessions */
  static async watch(superuserUrl: string, node: string): Promise<FencedWrites> {
    await withClient(superuserUrl, async (client) => {
      await client.query(WATCH);
      await client.query(
        `create trigger faults_note after update on plain.checkpoints referencing new table as changed
         for each statement execute function faults.note(${client.escapeLiteral(node)})`,
      );
    });
    return new FencedWrites(superuserUrl);
  }

  /** Returns the number of attempts, including failed ones. */
  tried(): Promise<number> {
    return queryNumber(
      this.superuserUrl,
      'select case when is_called then last_value else 0 end as n from faults.tried',
    );
  }

  /** Returns the number of checkpoints it has moved. */
  accepted(): Promise<number> {
    return queryNumber(this.superuserUrl, 'select count(*) as n from faults.accepted');
  }

  async end(): Promise<void> {
    await withClient(this.superuserUrl, (client) => client.query('drop schema faults cascade'));
  }
}
