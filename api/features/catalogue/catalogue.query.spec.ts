import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Config } from '../../config.js';
import type { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { CatalogueQuery } from './catalogue.query.js';
import { defaultCatalogue } from './default-catalogue.js';

const catalogueId = randomUUID();

function setUp() {
  const asked: string[] = [];
  const query = async (_: string, [id]: [string]) => {
    asked.push(id);
    return { rows: id === catalogueId ? [{ edition: asked.length, scenarios: defaultCatalogue() }] : [] };
  };
  const catchUp = async () => undefined;
  const catalogues = new CatalogueQuery(
    { query } as unknown as Pool,
    { catalogueId } as Config,
    { catchUp } as unknown as Progress,
  );
  return { catalogues, timesAsked: (id: string) => asked.filter((each) => each === id).length };
}

it('remembers the catalogue the platform shows, whatever else is asked for', async () => {
  const { catalogues, timesAsked } = setUp();
  await catalogues.current();
  for (let index = 0; index < 30; index += 1) expect((await catalogues.find(randomUUID())).scenarios).toEqual([]);
  expect(await catalogues.find(catalogueId)).toBe(await catalogues.current());
  expect(timesAsked(catalogueId)).toBe(1);
});

it('does not remember a catalogue that somebody invented', async () => {
  const { catalogues, timesAsked } = setUp();
  const invented = randomUUID();
  await catalogues.find(invented);
  await catalogues.find(invented);
  expect(timesAsked(invented)).toBe(2);
});

it('looks past its memory for the newest edition', async () => {
  const { catalogues } = setUp();
  expect((await catalogues.current()).edition).toBe(1);
  expect((await catalogues.newest()).edition).toBe(2);
  expect((await catalogues.current()).edition).toBe(2);
});
