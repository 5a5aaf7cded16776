import { Injectable } from '@nestjs/common';
import type { LeaderboardEntry } from '../../../contracts/leaderboard.contract.js';
import type { LeaderboardScope } from '../../../contracts/leaderboard-topic.rule.js';
import { BoardNames } from './board-names.js';
import { BoardQuery } from './board.query.js';
import { BoardSettingsQuery } from './board-settings.query.js';
import { boardSource } from './board-source.js';
import { shownEntries } from './shown-board.js';

/** Audiences of a class's board: students see the shown board, staff the live one, system admins also the organizations. */
export type LiveAudience = 'student' | 'staff' | 'system-admin';

export interface LiveBoard {
  readonly sequence: number;
  readonly generation: number;
  readonly topScores: LeaderboardEntry[];
  readonly frozenAt: Date | null;
}

/** Reads the board of a class, once for each audience. */
@Injectable()
export class LiveBoards {
  constructor(
    private readonly settings: BoardSettingsQuery,
    private readonly boards: BoardQuery,
    private readonly names: BoardNames,
  ) {}

  hasResults({ sessionId, campaignId, scenarioId }: LeaderboardScope): Promise<boolean> {
    return this.boards.hasResults(sessionId, campaignId ?? null, scenarioId ?? null);
  }

  async read(
    { sessionId, campaignId, scenarioId }: LeaderboardScope,
    audience: LiveAudience,
    limit: number,
  ): Promise<LiveBoard> {
    const { courseId, naming, frozenAt } = await this.settings.find(sessionId);
    const filter = {
      sessionId,
      organizationId: null,
      campaignId: campaignId ?? null,
      scenarioId: scenarioId ?? null,
    };
    const isStudent = audience === 'student';
    const source = boardSource(filter, isStudent ? 'shown' : 'live', frozenAt !== null);
    const { top, sequence, generation } = await this.boards.read(source, limit, null);
    const viewer = {
      userId: null,
      withOrganizations: audience === 'system-admin',
      withNames: !isStudent,
      naming: isStudent ? naming : ('names' as const),
      nameScope: courseId ?? sessionId,
      respectsHidden: false,
    };
    return { sequence, generation, topScores: shownEntries(this.names, viewer, top), frozenAt };
  }
}
