import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { ClassSession } from '../../contracts/group.contract.js';
import { withRemoved } from '../../contracts/removed-scenarios.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { type Catalogue, CatalogueQuery } from './catalogue.query.js';

/** Reads the catalogue of a class. An ended class keeps the edition of its end; any other class has the current one. */
@Injectable()
export class ClassCatalogueQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly catalogues: CatalogueQuery,
  ) {}

  /** Returns all scenarios of a class. */
  async of(session: ClassSession): Promise<readonly Scenario[]> {
    return this.scenarios(session, await this.edition(session));
  }

  /** Returns only the edition. It changes if and only if a catalogue is published before the class has ended. */
  async edition(session: ClassSession): Promise<Catalogue> {
    if (session.endDate === null) return this.catalogues.current();
    return this.catalogues.at((await this.endOf(session.id)) ?? new Date(session.endDate));
  }

  /** Like {@link edition}, but as of the read model: a cached edition may be older than other rows that are read with it. */
  storedEdition(session: ClassSession): Promise<Catalogue> {
    return session.endDate === null ? this.catalogues.stored() : this.edition(session);
  }

  /** Returns the scenarios of the edition and those of other editions in which the class has results. */
  async scenarios({ id }: ClassSession, shown: Catalogue): Promise<readonly Scenario[]> {
    const { edition, scenarios } = shown;
    // With a single edition no scenario can be missing, so the search through all results is skipped.
    if (edition === 1 && (await this.catalogues.current()).edition === 1) return scenarios;
    const { rows } = await this.pool.query<{ scenario_id: string }>({
      name: 'scenarios-with-results',
      text: 'select distinct scenario_id from read.gradebook where session_id = $1',
      values: [id],
    });
    const played = rows.map((row) => row.scenario_id);
    return withRemoved(scenarios, await this.catalogues.findRemoved(shown, played));
  }

  /**
   * Returns the editions that the class has had since its start, oldest first, and the wanted scenarios that none of them has. When there
   * are many editions, the first ones and the newest are returned.
   */
  async editionsDuring(
    session: ClassSession,
    wanted: readonly string[],
  ): Promise<{ editions: Catalogue[]; removed: readonly Scenario[] }> {
    const newest = await this.edition(session);
    const since = session.startDate === null ? [] : await this.catalogues.since(new Date(session.startDate));
    const editions = [...since.filter(({ edition }) => edition < newest.edition), newest];
    const missing = wanted.filter((id) => !editions.some(({ byId }) => byId.has(id)));
    return { editions, removed: await this.catalogues.findRemoved(newest, missing) };
  }

  /**
   * Returns every scenario that was ever published, preferring the edition of the class. Null stands for all classes and
   * prefers the current edition.
   */
  async allScenarios(session: ClassSession | null): Promise<readonly Scenario[]> {
    const shown = await this.shown(session);
    return withRemoved(shown.scenarios, await this.catalogues.findRemoved(shown));
  }

  /** Returns the titles of the given scenarios, preferring the edition of the class like `allScenarios`. */
  async titles(session: ClassSession | null, scenarioIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const shown = await this.shown(session);
    const wanted = [...new Set(scenarioIds)];
    const found = wanted.flatMap((id) => shown.byId.get(id) ?? []);
    const removed = await this.catalogues.findRemoved(shown, wanted);
    return new Map([...found, ...removed].map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
  }

  private shown(session: ClassSession | null): Promise<Catalogue> {
    return session ? this.edition(session) : this.catalogues.current();
  }

  /** Returns the end in milliseconds. In seconds, a publication in the same second could be before or after it. */
  private async endOf(sessionId: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ ended_at: Date | null }>({
      name: 'end-of-class',
      text: 'select coalesce(ended_at, scheduled_end) as ended_at from read.classes where session_id = $1',
      values: [sessionId],
    });
    return rows[0]?.ended_at ?? null;
  }
}
