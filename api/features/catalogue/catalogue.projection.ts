import type { Projection } from '../../platform/eventsourcing/projection.js';
import type { CataloguePublished } from './catalogue.events.js';

/** The newest edition of each catalogue, whole: it is read whole. */
export const catalogueProjection: Projection<CataloguePublished> = {
  name: 'catalogues',
  version: 1,
  handles: ['CataloguePublished'],
  tables: ['catalogues_v1'],
  schema: `
    create table catalogues_v1 (catalogue_id uuid primary key, edition integer not null, scenarios jsonb not null);
  `,
  apply: async (client, events) => {
    for (const { data } of events) {
      await client.query(
        `insert into catalogues_v1 as c (catalogue_id, edition, scenarios) values ($1, $2, $3)
         on conflict (catalogue_id) do update set edition = excluded.edition, scenarios = excluded.scenarios
         where c.edition < excluded.edition`,
        [data.catalogueId, data.edition, JSON.stringify(data.scenarios)],
      );
    }
    return [];
  },
};
