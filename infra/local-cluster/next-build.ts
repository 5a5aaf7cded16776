/**
 * The platform as a later release might be: the gradebook has another read model, which is built beside the one that
 * serves. The older version comes along and serves until then, as `ProjectionSet` wants it for one release.
 */
import { projections } from '../../api/app.module.js';
import type { Projection } from '../../api/platform/eventsourcing/projection.js';

const gradebook = projections.find(({ name }) => name === 'gradebook')!;
(projections as Projection[]).push(nextVersionOf(gradebook));
await import('../../api/main.js');

function nextVersionOf(projection: Projection): Projection {
  const version = projection.version + 1;
  const renamed = projection.tables.map((table) => [table, table.replace(/_v\d+$/, `_v${version}`)] as const);
  const rename = (text: string): string => renamed.reduce((sql, [old, next]) => sql.replaceAll(old, next), text);
  return {
    ...projection,
    version,
    tables: renamed.map(([, next]) => next),
    schema: rename(projection.schema),
    apply: (client, events) =>
      projection.apply({ query: (text, values) => client.query(rename(text), values) }, events),
  };
}
