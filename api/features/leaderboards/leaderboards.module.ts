import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses/courses.module.js';
import { LeaderboardController } from './leaderboard.controller.js';
import { LeaderboardLive } from './leaderboard.live.js';
import { LeaderboardQuery } from './leaderboard.query.js';

@Module({
  imports: [CoursesModule],
  controllers: [LeaderboardController],
  providers: [LeaderboardLive, LeaderboardQuery],
})
export class LeaderboardsModule {}
