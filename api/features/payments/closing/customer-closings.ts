import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { RESCHEDULE_SQL } from '../later.js';

/** Remaining work at Stripe: the subscription ends. With `forget` the customer is deleted with name and e-mail address. */
export interface CustomerClosing {
  readonly registrationId: string;
  readonly forget: boolean;
}

const ROWS_A_TURN = 50;

/** Registrations whose end must still be carried out at Stripe. */
@Injectable()
export class CustomerClosings {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Stores a closing. Safe to repeat; `forget` is never taken back. */
  async add({ registrationId, forget }: CustomerClosing): Promise<void> {
    await this.pool.query(
      `insert into plain.customer_closings (registration_id, forget) values ($1, $2)
       on conflict (registration_id) do update set forget = customer_closings.forget or excluded.forget`,
      [registrationId, forget],
    );
  }

  async due(): Promise<readonly CustomerClosing[]> {
    const { rows } = await this.pool.query<CustomerClosing>(
      `select registration_id as "registrationId", forget from plain.customer_closings
       where due_at <= now() order by due_at limit ${ROWS_A_TURN}`,
    );
    return rows;
  }

  /** Deletes the closing, unless `forget` was added in the meantime. */
  async finish({ registrationId, forget }: CustomerClosing): Promise<void> {
    await this.pool.query('delete from plain.customer_closings where registration_id = $1 and forget = $2', [
      registrationId,
      forget,
    ]);
  }

  async postpone({ registrationId }: CustomerClosing): Promise<void> {
    await this.pool.query(`update plain.customer_closings set ${RESCHEDULE_SQL} where registration_id = $1`, [
      registrationId,
    ]);
  }
}
