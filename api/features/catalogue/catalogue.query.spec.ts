import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Config } from '../../config.js';
import type { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { LiveHub } from '../../platform/live/live-hub.js';
import { CatalogueEditions } from './catalogue-editions.js';
import { CatalogueQuery } from './catalogue.query.js';
import { defaultCatalogue } from './default-catalogue.js';

const catalogueId = randomUUID();

/** A database with one edition, until `publish` is called. */
function setUp() {
  const asked: string[] = [];
  let newest = 1;
  const query = async (question: string | { name: string; values: unknown[] }, values: unknown[] = []) => {
    const [id] = (typeof question === 'string' ? values : question.values) as [string];
    asked.push(`${typeof question === 'string' ? 'which' : question.name} ${id}`);
    const row = {
      edition: newest,
      publishedAt: new Date(newest),
      scenarios: defaultCatalogue(),
      scenario: defaultCatalogue()[0],
    };
    return { rows: id === catalogueId ? [row] : [] };
  };
  const listeners: ((ids: readonly string[]) => void)[] = [];
  const catalogues = new CatalogueQuery(
    new CatalogueEditions({ query } as unknown as Pool),
    { catalogueId } as Config,
    { catchUp: async () => undefined } as unknown as Progress,
    { onChange: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener) } as unknown as LiveHub,
  );
  const publish = (): void => void (newest += 1);
  const notify = (): void => listeners.forEach((listener) => listener([catalogueId]));
  return {
    catalogues,
    asked,
    publish,
    notify,
    timesAsked: (what: string) => asked.filter((each) => each === what).length,
  };
}

it('caches the current catalogue, whatever else is read', async () => {
  const { catalogues, timesAsked } = setUp();
  await catalogues.current();
  for (let index = 0; index < 30; index += 1) expect((await catalogues.find(randomUUID())).scenarios).toEqual([]);
  await catalogues.current();
  expect(timesAsked(`which ${catalogueId}`)).toBe(1);
  expect(timesAsked(`catalogue-edition ${catalogueId}`)).toBe(1);
});

it('does not cache an unknown catalogue', async () => {
  const { catalogues, timesAsked } = setUp();
  const invented = randomUUID();
  await catalogues.find(invented);
  await catalogues.find(invented);
  expect(timesAsked(`which ${invented}`)).toBe(2);
  expect(timesAsked(`catalogue-edition ${invented}`)).toBe(0);
});

it('reads an edition once for all kinds of lookup', async () => {
  const { catalogues, timesAsked } = setUp();
  expect(await catalogues.find(catalogueId)).toBe(await catalogues.current());
  expect(await catalogues.at(new Date())).toBe(await catalogues.current());
  expect(timesAsked(`catalogue-edition ${catalogueId}`)).toBe(1);
});

it('bypasses the cache for the newest edition', async () => {
  const { catalogues, publish } = setUp();
  expect((await catalogues.current()).edition).toBe(1);
  publish();
  expect((await catalogues.current()).edition).toBe(1);
  expect((await catalogues.newest()).edition).toBe(2);
  expect((await catalogues.current()).edition).toBe(2);
});

it('reads again after the notification of a publication', async () => {
  const { catalogues, publish, notify } = setUp();
  await catalogues.current();
  publish();
  notify();
  expect((await catalogues.current()).edition).toBe(2);
});

it('searches all editions for removed scenarios in one query, and skips it when none is missing', async () => {
  const { catalogues, asked, publish } = setUp();
  const shown = await catalogues.current();
  for (let edition = 2; edition < 50; edition += 1) publish();
  asked.length = 0;
  await catalogues.findRemoved(shown, [...shown.byId.keys()]);
  expect(asked).toEqual([]);
  await catalogues.findRemoved(shown, [randomUUID(), randomUUID()]);
  expect(asked).toEqual([`removed-scenarios ${catalogueId}`]);
});
