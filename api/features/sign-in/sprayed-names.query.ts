import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';

/** A network that failed to sign in under many names. */
export interface SprayingNetwork {
  readonly network: string;
  readonly names: number;
  readonly attempts: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** The networks with the most names are enough to act on. A limit keeps attackers from filling the table of security events. */
const MOST = 100;

/** Finds password spraying: a few guesses at each of many names, which stay below every limit per name. */
@Injectable()
export class SprayedNamesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /**
   * Returns networks that failed under at least `fewest` names since `moment`. Failures followed by a sign-in are forgiven and not counted.
   */
  async since(moment: Date, fewest: number): Promise<SprayingNetwork[]> {
    const { rows } = await this.pool.query<SprayingNetwork>(
      `select address as network, count(distinct name_hmac)::integer as names, count(*)::integer as attempts,
         min(attempted_at) as "firstAt", max(attempted_at) as "lastAt"
       from plain.sign_in_attempts where not forgiven and not succeeded and attempted_at > $1
       group by address having count(distinct name_hmac) >= $2
       order by names desc limit ${MOST}`,
      [moment, fewest],
    );
    return rows;
  }
}
