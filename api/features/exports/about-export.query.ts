import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClassSession } from '../../contracts/group.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import type { AboutLine } from '../../platform/sheets/sheet.js';
import { TimeColumns } from '../../platform/sheets/time-columns.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';

/** The content and the requester of an export. Null means all. */
export interface ExportSubject {
  readonly title: string;
  readonly actorId: string;
  readonly session: ClassSession | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
  /** The name of a time zone. */
  readonly zone: string;
}

interface Names {
  course: string | null;
  organization: string | null;
  actor: string | null;
}

/** Builds the second sheet of a workbook, which documents the origin of its numbers in a saved file. */
@Injectable()
export class AboutExportQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  /** Returns the lines. `filters` are those in addition to campaign and scenario. */
  async lines(subject: ExportSubject, filters: readonly AboutLine[]): Promise<AboutLine[]> {
    const { title, session, campaignId, scenarioId, zone } = subject;
    const [names, scenarios] = await Promise.all([this.names(subject), this.catalogue.allScenarios(session)]);
    const campaign = scenarios.find((each) => each.campaignId === campaignId)?.campaignTitle;
    const scenario = scenarios.find((each) => each.scenarioId === scenarioId)?.scenarioTitle;
    const times = new TimeColumns(zone, 'Exported at');
    const exportedAt = times.cells(toMoment(this.clock.now()));
    return [
      ['Exported', title],
      ['Class', session?.name ?? 'All classes'],
      ['Course', names.course ?? 'All courses'],
      ['Organization', names.organization ?? (session ? 'None' : 'All organizations')],
      ['Campaign', campaign ?? campaignId ?? 'All campaigns'],
      ['Scenario', scenario ?? scenarioId ?? 'All scenarios'],
      ...filters,
      ['Exported by', names.actor],
      ...times.columns.map((column, index): AboutLine => [column.title, exportedAt[index]!]),
      ['Time zone', zone],
    ];
  }

  private async names({ session, organizationId, actorId }: ExportSubject): Promise<Names> {
    const { rows } = await this.pool.query<Names>(
      `with course as (select name, organization_id from read.courses where course_id = $1)
       select (select name from course) as course,
         (select o.name from read.organizations o
          where o.id = coalesce((select organization_id from course), $2)) as organization,
         (select username from read.people where id = $3) as actor`,
      [session?.groupId ?? null, organizationId, actorId],
    );
    return rows[0]!;
  }
}
