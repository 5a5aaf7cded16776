import { Injectable } from '@nestjs/common';
import type { LeaderboardExportQuery } from '../../../contracts/export.contract.js';
import type { LeaderboardEntry } from '../../../contracts/leaderboard.contract.js';
import type { Sheet, SheetCell, SheetColumn } from '../../../platform/sheets/sheet.js';
import { TimeColumns } from '../../../platform/sheets/time-columns.js';
import { CourseQuery } from '../../courses/course.query.js';
import { AboutExportQuery } from '../../exports/about-export.query.js';
import { type AccessibleBoard, BoardAccess } from './board-access.policy.js';
import { BoardNames } from './board-names.js';
import { BoardReport } from './board.query.js';
import { boardSource } from './board-source.js';
import { shownEntries } from './shown-board.js';

/** Maximum rows of an export. One query reads the whole board; no board is longer. */
const MAX_PLACES = 50_000;
const ROWS_AT_ONCE = 1_000;

const NAME_COLUMNS: readonly SheetColumn[] = [
  { title: 'Rank', width: 8 },
  { title: 'Username', width: 24 },
];
const SCORES = ['Score', 'Total', 'Questions', 'Scenarios passed'];

/** Exports the whole board as a table, using the query of the board. */
@Injectable()
export class ExportBoard {
  constructor(
    private readonly boards: BoardReport,
    private readonly names: BoardNames,
    private readonly access: BoardAccess,
    private readonly courses: CourseQuery,
    private readonly about: AboutExportQuery,
  ) {}

  /** Builds the table. `found` is null for a board without rows. */
  async sheet(actorId: string, found: AccessibleBoard | null, query: LeaderboardExportQuery): Promise<Sheet> {
    const board = found && query.view === 'students' ? await this.access.asShownToStudents(found) : found;
    const times = new TimeColumns(query.zone, 'Achieved');
    const withOrganizations = board?.viewer.withOrganizations ?? false;
    const session = board?.sessionId ? ((await this.courses.findClass(board.sessionId))?.session ?? null) : null;
    const title = session ? `Leaderboard - ${session.name}` : 'Leaderboard';
    const { campaignId = null, scenarioId = null, zone } = query;
    const organizationId = board?.organizationId ?? null;
    const subject = { title, actorId, session, organizationId, campaignId, scenarioId, zone };
    return {
      name: title,
      columns: columnsOf(withOrganizations, times),
      nameColumns: NAME_COLUMNS.length,
      about: () =>
        this.about.lines(subject, [['View', board?.view === 'live' ? 'As staff sees it' : 'As students see it']]),
      rows: this.rows(board, query, (entry) => [
        entry.rank,
        entry.userName,
        ...(withOrganizations ? [entry.organizationName] : []),
        entry.score,
        entry.totalScore,
        entry.questionsScore,
        entry.scenariosPassed,
        ...times.cells(entry.achievedAt),
      ]),
    };
  }

  private async *rows(
    board: AccessibleBoard | null,
    { campaignId, scenarioId }: LeaderboardExportQuery,
    cellsOf: (entry: LeaderboardEntry) => SheetCell[],
  ): AsyncGenerator<SheetCell[][]> {
    if (!board) return;
    const { viewer, view, frozenAt, ...scope } = board;
    const filter = { ...scope, campaignId: campaignId ?? null, scenarioId: scenarioId ?? null };
    const { top } = await this.boards.read(boardSource(filter, view, frozenAt !== null), MAX_PLACES, null);
    const entries = shownEntries(this.names, viewer, top);
    for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
      yield entries.slice(from, from + ROWS_AT_ONCE).map(cellsOf);
    }
  }
}

const columnsOf = (withOrganizations: boolean, times: TimeColumns): SheetColumn[] => [
  ...NAME_COLUMNS,
  ...(withOrganizations ? [{ title: 'Organization', width: 24 }] : []),
  ...SCORES.map((title) => ({ title, width: 16 })),
  ...times.columns,
];
