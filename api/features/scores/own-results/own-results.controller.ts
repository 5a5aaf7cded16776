import { Controller, Get, Param, Query } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import {
  type OwnAnswers,
  type OwnResults,
  OwnResultsFilter as OwnResultsPage,
} from '../../../contracts/results.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { OwnResultsQuery } from './own-results.query.js';

/** Route GET /api/users/me/results: the caller's own attempts, and the released answers of one. */
@Controller('users/me/results')
@Authenticated()
export class OwnResultsController {
  constructor(private readonly results: OwnResultsQuery) {}

  @Get()
  list(@Query({ schema: OwnResultsPage }) page: OwnResultsPage, @CurrentActor() actor: Actor): Promise<OwnResults> {
    return this.results.list(actor.userId, page);
  }

  @Get(':attemptId')
  answers(@Param('attemptId', { schema: Id }) attemptId: string, @CurrentActor() actor: Actor): Promise<OwnAnswers> {
    return this.results.answers(actor.userId, attemptId);
  }
}
