import type { Projection, ProjectionClient } from '../projection.js';

/** Schema of a projection's tables: those in `read` serve, those in `rebuild` catch up. */
export type ProjectionSchema = 'read' | 'rebuild';

/** Name of a projection's checkpoint, one for each version. */
export const readerOf = (projection: Projection): string => `${projection.name}_v${projection.version}`;

/** Returns the statement that resolves a projection's unqualified names in `schema` for the rest of the transaction. */
export const pointingTo = (schema: ProjectionSchema): string => `set local search_path = ${schema}`;

/** Creates the tables in a schema, after dropping those of an earlier failed try. */
export async function createTables(
  client: ProjectionClient,
  projection: Projection,
  schema: ProjectionSchema,
): Promise<void> {
  if (schema === 'read') await dropViews(client, projection);
  for (const table of projection.tables) await client.query(`drop table if exists ${schema}.${table} cascade`);
  await client.query(pointingTo(schema));
  await client.query(projection.schema);
}

/** Replaces the live tables of the same version by the rebuilt ones. */
export async function moveRebuiltTables(client: ProjectionClient, projection: Projection): Promise<void> {
  await dropViews(client, projection);
  for (const table of projection.tables) {
    await client.query(`drop table if exists read.${table} cascade`);
    await client.query(`alter table rebuild.${table} set schema read`);
  }
}

/** Points the views that queries read (`read.gradebook`) at this version's tables. Call it after the views were dropped with the tables. */
export async function pointViews(client: ProjectionClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    await client.query(`create view ${viewOf(table)} as select * from read.${table}`);
  }
}

/** Drops the views before the tables: a query locks the view first, and in the other order the two would wait for each other. */
async function dropViews(client: ProjectionClient, projection: Projection): Promise<void> {
  for (const table of projection.tables) await client.query(`drop view if exists ${viewOf(table)}`);
}

const viewOf = (table: string): string => `read.${table.replace(/_v\d+$/, '')}`;
