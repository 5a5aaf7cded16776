import { Controller, Get, Query } from '@nestjs/common';
import { type LeaderboardListings, LeaderboardListingsQuery } from '../../../contracts/leaderboard.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { BoardsQuery } from './boards.query.js';

/** Route that lists the boards of all classes (docs/rules.md#browsing-leaderboards). */
@Controller('scores/leaderboards')
@Roles('SystemAdmin')
export class BoardsController {
  constructor(private readonly boards: BoardsQuery) {}

  @Get()
  list(@Query({ schema: LeaderboardListingsQuery }) query: LeaderboardListingsQuery): Promise<LeaderboardListings> {
    return this.boards.list(query);
  }
}
