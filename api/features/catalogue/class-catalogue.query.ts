import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { ClassSession } from '../../contracts/group.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { type Catalogue, CatalogueQuery } from './catalogue.query.js';

/** The content as a class shows it: of an ended class as it was when it ended, of any other as it is now. */
@Injectable()
export class ClassCatalogueQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly catalogues: CatalogueQuery,
  ) {}

  /** What a class shows, whole. */
  async of(session: ClassSession): Promise<readonly Scenario[]> {
    return this.scenarios(session, await this.edition(session));
  }

  /** The edition alone; changes when, and only when, somebody publishes while the class has not ended. */
  async edition(session: ClassSession): Promise<Catalogue> {
    if (session.endDate === null) return this.catalogues.current();
    return this.catalogues.at((await this.endOf(session.id)) ?? new Date(session.endDate));
  }

  /** The scenarios of that edition, with those it no longer has, or had not yet, in which the class has results. */
  async scenarios({ id }: ClassSession, shown: Catalogue): Promise<readonly Scenario[]> {
    const { edition, scenarios } = shown;
    // As long as there is one edition, nothing can be missing: looking through all results would cost for nothing.
    if (edition === 1 && (await this.catalogues.current()).edition === 1) return scenarios;
    const { rows } = await this.pool.query<{ scenario_id: string }>({
      name: 'scenarios-with-results',
      text: 'select distinct scenario_id from read.gradebook where session_id = $1',
      values: [id],
    });
    const played = rows.map((row) => row.scenario_id);
    return withRemoved(scenarios, await this.catalogues.findRemoved(shown, played));
  }

  /** Every scenario there has ever been, those it shows as it shows them; over all classes (null) as they are shown now. */
  async ever(session: ClassSession | null): Promise<readonly Scenario[]> {
    const shown = await this.shown(session);
    return withRemoved(shown.scenarios, await this.catalogues.findRemoved(shown));
  }

  /** The same, of some scenarios their titles. */
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

  /** To the millisecond: as others see it, a publication of the same second could be before or after. */
  private async endOf(sessionId: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ ended_at: Date | null }>({
      name: 'end-of-class',
      text: 'select coalesce(ended_at, scheduled_end) as ended_at from read.classes where session_id = $1',
      values: [sessionId],
    });
    return rows[0]?.ended_at ?? null;
  }
}

/** Each at the end of its campaign, where that is still there, otherwise at the end of all. */
export function withRemoved(scenarios: readonly Scenario[], removed: readonly Scenario[]): readonly Scenario[] {
  return removed.reduce<readonly Scenario[]>((columns, scenario) => {
    const last = columns.findLastIndex(({ campaignId }) => campaignId === scenario.campaignId);
    return columns.toSpliced(last < 0 ? columns.length : last + 1, 0, scenario);
  }, scenarios);
}
