import type { Projection } from '../../platform/eventsourcing/projection.js';
import type { CataloguePublished } from './catalogue.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** An edition of a catalogue was published. The id is the catalogue's. */
    catalogue: string;
  }
}

/** All editions of each catalogue, one row each. An edition is always read as a whole, also the one at the end of a class. */
export const catalogueProjection: Projection<CataloguePublished> = {
  name: 'catalogues',
  version: 2,
  handles: ['CataloguePublished'],
  tables: ['catalogues_v2'],
  schema: `
    create table catalogues_v2 (
      catalogue_id uuid,
      edition integer,
      published_at timestamptz not null,
      scenarios jsonb not null,
      primary key (catalogue_id, edition)
    );
  `,
  apply: async (client, events) => {
    for (const { data, metadata } of events) {
      await client.query(
        `insert into catalogues_v2 (catalogue_id, edition, published_at, scenarios) values ($1, $2, $3, $4)
         on conflict (catalogue_id, edition) do nothing`,
        [data.catalogueId, data.edition, metadata.occurredAt, JSON.stringify(data.scenarios)],
      );
    }
    return events.map(({ data }) => ({ topic: 'catalogue', id: data.catalogueId }));
  },
};
