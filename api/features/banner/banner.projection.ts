import { BANNER_TOPIC_ID } from '../../contracts/banner.contract.js';
import type { Projection } from '../../platform/eventsourcing/projection.js';
import type { BannerSet } from './banner.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** The banner changed; the id is `all`. */
    banner: string;
  }
}

/** Projection of the banner that was set last, in one row. */
export const bannerProjection: Projection<BannerSet> = {
  name: 'banner',
  version: 1,
  handles: ['BannerSet'],
  tables: ['banner_v1'],
  schema: `
    create table banner_v1 (
      only_row boolean primary key,
      message text not null,
      start_date timestamptz not null,
      end_date timestamptz not null,
      sequence bigint not null
    );
  `,
  apply: async (client, events) => {
    const { data, sequence } = events.at(-1)!;
    await client.query(
      `insert into banner_v1 as b (only_row, message, start_date, end_date, sequence) values (true, $1, $2, $3, $4)
       on conflict (only_row) do update
         set message = excluded.message, start_date = excluded.start_date, end_date = excluded.end_date,
             sequence = excluded.sequence
         where b.sequence < excluded.sequence`,
      [data.message, data.startDate, data.endDate, sequence],
    );
    return [{ topic: 'banner', id: BANNER_TOPIC_ID }];
  },
};
