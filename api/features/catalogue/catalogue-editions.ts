import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { lruCache } from '../../platform/lru-cache.js';
import { POOL } from '../../platform/database/pool.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';

/** An edition of a catalogue, indexed for lookups. All questions have ids. */
export interface Catalogue {
  readonly edition: number;
  readonly scenarios: readonly Scenario[];
  readonly byId: ReadonlyMap<string, Scenario>;
}

/** Identifies an edition. `publishedAt` (ISO 8601) distinguishes editions of the same number after a restore of the log. */
export interface EditionName {
  readonly edition: number;
  readonly publishedAt: string;
}

/** The catalogue before the first publication is projected. */
export const EMPTY_CATALOGUE: Catalogue = { edition: 0, scenarios: [], byId: new Map() };

const REMEMBERED = 16;
/** Fewer than the cached editions: a rejected attempt must not evict the newest edition. */
const MOST_SINCE = 8;

const SELECT_NAME = 'select edition, published_at as "publishedAt" from read.catalogues where catalogue_id = $1';

/** SQL order: editions up to the given one before later ones, and the nearest first. */
const NEAREST = 'edition > $2, abs(edition - $2)';
const SELECT_REMOVED = `
  select scenario from (
    select distinct on (s.value ->> 'scenarioId') s.value as scenario, s.place, c.edition
    from read.catalogues c cross join lateral jsonb_array_elements(c.scenarios) with ordinality as s (value, place)
    where c.catalogue_id = $1 and ($3::text[] is null or s.value ->> 'scenarioId' = any ($3))
    order by s.value ->> 'scenarioId', ${NEAREST}
  ) nearest
  where edition <> $2
  order by ${NEAREST}, place`;

/** Reads editions of catalogues. An edition never changes, so recently used ones are cached. */
@Injectable()
export class CatalogueEditions {
  private readonly remembered = lruCache<Catalogue>(REMEMBERED);

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  newest(catalogueId: string): Promise<EditionName | null> {
    return this.name(`${SELECT_NAME} order by edition desc limit 1`, [catalogueId]);
  }

  /** Returns the edition that was current at `moment`, or the first edition for an earlier moment. */
  at(catalogueId: string, moment: Date): Promise<EditionName | null> {
    return this.name(
      `${SELECT_NAME}
       order by published_at <= $2 desc, case when published_at <= $2 then edition else -edition end desc limit 1`,
      [catalogueId, moment.toISOString()],
    );
  }

  /** Returns the edition with this number; null when there is none. */
  numbered(catalogueId: string, edition: number): Promise<EditionName | null> {
    return this.name(`${SELECT_NAME} and edition = $2`, [catalogueId, edition]);
  }

  /** Returns the editions that were current at or after `moment`, oldest first, at most {@link MOST_SINCE}. */
  async since(catalogueId: string, moment: Date): Promise<EditionName[]> {
    const { rows } = await this.pool.query<{ edition: number; publishedAt: Date }>(
      `${SELECT_NAME} and edition >= coalesce((select max(edition) from read.catalogues
         where catalogue_id = $1 and published_at <= $2), 0)
       order by edition limit ${MOST_SINCE}`,
      [catalogueId, moment.toISOString()],
    );
    return rows.map(nameOf);
  }

  async read(catalogueId: string, name: EditionName | null): Promise<Catalogue> {
    if (!name) return EMPTY_CATALOGUE;
    const key = `${catalogueId} ${name.edition} ${name.publishedAt}`;
    const known = this.remembered.get(key);
    if (known) return known;
    const { rows } = await this.pool.query<{ scenarios: Scenario[] }>({
      name: 'catalogue-edition',
      text: 'select scenarios from read.catalogues where catalogue_id = $1 and edition = $2',
      values: [catalogueId, name.edition],
    });
    if (!rows[0]) return EMPTY_CATALOGUE;
    const scenarios = withQuestionIds(rows[0].scenarios);
    const byId = new Map(scenarios.map((scenario) => [scenario.scenarioId, scenario]));
    const catalogue = { edition: name.edition, scenarios, byId };
    this.remembered.set(key, catalogue);
    return catalogue;
  }

  /** Returns scenarios that `edition` lacks, all or the wanted ones, from the nearest edition before it, otherwise after it. */
  async findRemoved(
    catalogueId: string,
    edition: number,
    wanted: readonly string[] | null,
  ): Promise<readonly Scenario[]> {
    const { rows } = await this.pool.query<{ scenario: Scenario }>({
      name: 'removed-scenarios',
      text: SELECT_REMOVED,
      values: [catalogueId, edition, wanted],
    });
    return withQuestionIds(rows.map(({ scenario }) => scenario));
  }

  private async name(text: string, values: unknown[]): Promise<EditionName | null> {
    const { rows } = await this.pool.query<{ edition: number; publishedAt: Date }>(text, values);
    return rows[0] ? nameOf(rows[0]) : null;
  }
}

const nameOf = ({ edition, publishedAt }: { edition: number; publishedAt: Date }): EditionName => ({
  edition,
  publishedAt: publishedAt.toISOString(),
});
