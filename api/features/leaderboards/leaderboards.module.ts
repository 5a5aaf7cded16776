import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { LeaderboardController } from './leaderboard.controller.js';
import { LeaderboardLive } from './leaderboard.live.js';
import { LeaderboardQuery } from './leaderboard.query.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [LeaderboardController],
  providers: [LeaderboardLive, LeaderboardQuery],
})
export class LeaderboardsModule {}
