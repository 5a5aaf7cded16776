import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ties each epoch to the timeline of the server it was opened on. A standby that is promoted, or a server that recovered to a
 * point in time, continues on a new timeline and may lack the newest events: nodes hold positions and rows it has never seen.
 */
export class Timelines1700000003120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not pg_control_checkpoint(): it names the old timeline until the first checkpoint after a promotion.
      create function log.timeline() returns integer language sql stable as $$
        select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
      $$;

      alter table log.epochs add column timeline integer;
      update log.epochs set timeline = log.timeline() where epoch = (select max(epoch) from log.epochs);
      alter table log.epochs alter column timeline set default log.timeline();

      -- The epoch of new events. Appends fail on a timeline that has none.
      create function log.current_epoch() returns integer language plpgsql stable as $$
      declare
        newest record;
      begin
        select epoch, timeline into newest from log.epochs order by epoch desc limit 1;
        if newest.timeline is distinct from log.timeline() then
          raise exception 'The log has no epoch on timeline % of this database server.', log.timeline()
            using errcode = 'RR001', hint = 'Restart the platform or run "npm run cli -- migrate".';
        end if;
        return newest.epoch;
      end $$;

      -- False on another timeline, in another cluster, and where transaction ids are behind those of the newest events.
      create function log.is_epoch_current() returns boolean language sql stable as $$
        select coalesce((
          select last.timeline = log.timeline()
            and last.system_identifier = (select system_identifier from pg_control_system())
            and coalesce((
              select e.transaction_id from log.events e where e.epoch = last.epoch
              order by e.transaction_id desc, e.position desc limit 1
            ) < pg_snapshot_xmax(pg_current_snapshot()), true)
          from log.epochs last order by last.epoch desc limit 1), false)
      $$;

      -- Opens the next epoch where it is due and returns the name of the current one. The application's role may call this and
      -- cannot write epochs otherwise. Generations and the leader's epoch continue at the current second, so that no two
      -- histories which began with the same backup or primary share one.
      create function log.enter_epoch() returns text language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      declare
        second bigint := extract(epoch from clock_timestamp());
      begin
        if pg_is_in_recovery() then
          raise exception 'The database server is a standby.' using errcode = 'cannot_connect_now';
        end if;
        if not log.is_epoch_current() then
          perform pg_advisory_xact_lock(7236404);
          if not log.is_epoch_current() then
            insert into log.epochs (epoch, system_identifier)
            select (select coalesce(max(epoch), 0) + 1 from log.epochs), system_identifier from pg_control_system();
            update plain.projections set generation = greatest(generation + 1, second);
            update plain.leases set epoch = greatest(epoch + 1, second), expires_at = clock_timestamp();
            update plain.checkpoints set leader_epoch = greatest(leader_epoch + 1, second);
          end if;
        end if;
        return (select epoch || ' opened at ' || opened_at from log.epochs order by epoch desc limit 1);
      end $$;
      revoke execute on function log.enter_epoch() from public;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function log.enter_epoch(), log.is_epoch_current(), log.current_epoch();
      alter table log.epochs drop column timeline;
      drop function log.timeline();
    `);
  }
}
