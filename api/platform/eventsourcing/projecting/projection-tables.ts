import type { Projection, ProjectionClient } from '../projection.js';

/** Where a projection's tables live: `read` serves, `rebuild` catches up beside it. */
export type ProjectionSchema = 'read' | 'rebuild';

/** The checkpoint's name: one per projection version. */
export const readerOf = (projection: Projection): string => `${projection.name}_v${projection.version}`;

/** The statement that sets where a projection's unqualified names point, for the rest of the transaction. */
export const pointingTo = (schema: ProjectionSchema): string => `set local search_path = ${schema}`;

/** Creates the tables in a schema; what a failed earlier try left there is dropped first. */
export async function createTables(
  client: ProjectionClient,
  projection: Projection,
  schema: ProjectionSchema,
): Promise<void> {
  for (const table of projection.tables) await client.query(`drop table if exists ${schema}.${table} cascade`);
  await client.query(pointingTo(schema));
  await client.query(projection.schema);
}

/** Puts the rebuilt tables in the place of the live ones of the same version. */
export async function moveRebuiltTables(client: ProjectionClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    await client.query(`drop table if exists read.${table} cascade`);
    await client.query(`alter table rebuild.${table} set schema read`);
  }
}

/** Points the views that queries read (`read.gradebook`) at this version's tables. */
export async function pointViews(client: ProjectionClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    const view = `read.${table.replace(/_v\d+$/, '')}`;
    await client.query(`drop view if exists ${view}`);
    await client.query(`create view ${view} as select * from read.${table}`);
  }
}
