import { Module } from '@nestjs/common';
import { DownloadsModule } from '../../platform/downloads/downloads.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { LatestClassQuery } from '../courses/latest-class.query.js';
import { ExportsModule } from '../exports/exports.module.js';
import { ChangeCourseLeaderboardHandler } from './change-settings/change-leaderboard.handler.js';
import { LeaderboardSettingsController } from './change-settings/leaderboard-settings.controller.js';
import { ClassAliasesController } from './class-aliases/class-aliases.controller.js';
import { ClearLeaderboardsController } from './clear-all/clear-leaderboards.controller.js';
import { ClearLeaderboardsHandler } from './clear-all/clear-leaderboards.handler.js';
import { leaderboardTopic } from './leaderboard.live.js';
import { BoardsController } from './list-boards/boards.controller.js';
import { BoardsQuery } from './list-boards/boards.query.js';
import { BoardAccess } from './read-board/board-access.policy.js';
import { BoardNames } from './read-board/board-names.js';
import { BoardQuery, BoardReport } from './read-board/board.query.js';
import { BoardSettingsQuery } from './read-board/board-settings.query.js';
import { DisabledStudentsCache } from './read-board/disabled-students.cache.js';
import { ExportBoard } from './read-board/export-board.js';
import { ExportBoardController } from './read-board/export-board.controller.js';
import { HistoryQuery } from './read-board/history.query.js';
import { LeaderboardController } from './read-board/leaderboard.controller.js';
import { LiveBoards } from './read-board/live-boards.js';

@Module({
  imports: [CatalogueModule, CoursesModule, DownloadsModule, ExportsModule],
  controllers: [
    BoardsController,
    ClassAliasesController,
    ClearLeaderboardsController,
    ExportBoardController,
    LeaderboardController,
    LeaderboardSettingsController,
  ],
  providers: [
    BoardAccess,
    BoardNames,
    BoardQuery,
    BoardReport,
    BoardSettingsQuery,
    BoardsQuery,
    ChangeCourseLeaderboardHandler,
    ClearLeaderboardsHandler,
    DisabledStudentsCache,
    ExportBoard,
    HistoryQuery,
    LatestClassQuery,
    leaderboardTopic,
    LiveBoards,
  ],
})
export class LeaderboardsModule {}
