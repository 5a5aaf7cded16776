import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { BannerMessage } from '../../contracts/banner.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { POOL } from '../../platform/database/pool.js';

interface BannerRow {
  message: string;
  start_date: Date;
  end_date: Date;
}

@Injectable()
export class BannerQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the banner that was set last, even outside its period; null when none was ever set. */
  async current(): Promise<BannerMessage | null> {
    const { rows } = await this.pool.query<BannerRow>({
      name: 'banner',
      text: 'select message, start_date, end_date from read.banner',
    });
    const row = rows[0];
    return row ? { message: row.message, startDate: toMoment(row.start_date), endDate: toMoment(row.end_date) } : null;
  }
}
