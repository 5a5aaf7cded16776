/**
 * A possible later release of the platform: another version of the read model of results, built beside the current one. The older version
 * is included and serves until the new one is ready, which `ProjectionSet` requires for one release.
 */
import { projections } from '../../api/app.module.js';
import type { Projection, ProjectionClient } from '../../api/platform/eventsourcing/projection.js';

const attempts = projections.find(({ name }) => name === 'attempts')!;
(projections as Projection[]).push(nextVersionOf(attempts));
await import('../../api/main.js');

function nextVersionOf(projection: Projection): Projection {
  const version = projection.version + 1;
  const renamed = projection.tables.map((table) => [table, table.replace(/_v\d+$/, `_v${version}`)] as const);
  const rename = (text: string): string => renamed.reduce((sql, [old, next]) => sql.replaceAll(old, next), text);
  const onNext = (client: ProjectionClient): ProjectionClient => ({
    query: (text, values) => client.query(rename(text), values),
  });
  const { apply, rebuilding } = projection;
  return {
    ...projection,
    version,
    tables: renamed.map(([, next]) => next),
    schema: rename(projection.schema),
    apply: (client, events) => apply(onNext(client), events),
    ...(rebuilding && {
      rebuilding: {
        apply: (client, events) => rebuilding.apply(onNext(client), events),
        finish: (client) => rebuilding.finish(onNext(client)),
      },
    }),
  };
}
