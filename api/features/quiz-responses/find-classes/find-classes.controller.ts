import { Controller, Get, Query } from '@nestjs/common';
import type { ClassSessionDetails } from '../../../contracts/group.contract.js';
import { ClassesByNameFilter } from '../../../contracts/quiz.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { FindClassesQuery } from './find-classes.query.js';

/** Route GET /api/sessions?name=: the classes with a name from an address (docs/rules.md#quiz-addresses). */
@Controller('sessions')
@Roles(...STAFF)
export class FindClassesController {
  constructor(private readonly classes: FindClassesQuery) {}

  @Get()
  find(
    @Query({ schema: ClassesByNameFilter }) { name }: ClassesByNameFilter,
    @CurrentActor() actor: Actor,
  ): Promise<ClassSessionDetails[]> {
    return this.classes.byName(actor, name);
  }
}
