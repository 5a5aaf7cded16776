import { Body, Controller, Get, Param, Put, SerializeOptions } from '@nestjs/common';
import type { PlayerScenario, Scenario } from '../../contracts/catalogue.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import { PublishCatalogueRequest, PublishCatalogueResponse } from '../../contracts/publish-catalogue.contract.js';
import { Authenticated, PLAYERS, Roles } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Limits } from '../../platform/http/limits.decorator.js';
import { Context, CurrentActor, type RequestContext } from '../../platform/http/request-context.js';
import { CatalogueQuery } from './catalogue.query.js';
import { withoutAnswers } from './player-catalogue.js';
import { PublishCatalogue, PublishCatalogueHandler } from './publish-catalogue/publish-catalogue.handler.js';
import { SentAnswersQuery } from './sent-answers/sent-answers.query.js';

const LIMITS = { bodyLimit: 8 * 1024 * 1024, deadlineMs: 20_000 };

/** Routes of /api/courses/{catalogueId}/headers, where "course" means the catalogue (docs/rules.md#published-catalogue). */
@Controller('courses/:catalogueId/headers')
@Authenticated()
export class CatalogueController {
  constructor(
    private readonly catalogue: CatalogueQuery,
    private readonly sentAnswers: SentAnswersQuery,
    private readonly publishCatalogue: PublishCatalogueHandler,
  ) {}

  @Get()
  async list(
    @Param('catalogueId', { schema: Id }) catalogueId: string,
    @CurrentActor() actor: Actor,
  ): Promise<readonly Scenario[] | readonly PlayerScenario[]> {
    const { scenarios } = await this.catalogue.find(catalogueId);
    if (!isPlayer(actor) || (await this.sentAnswers.areSent(catalogueId))) return scenarios;
    return withoutAnswers(scenarios);
  }

  @Put()
  @Roles('SystemAdmin')
  @Limits(LIMITS)
  @SerializeOptions({ schema: PublishCatalogueResponse })
  async publish(
    @Param('catalogueId', { schema: Id }) catalogueId: string,
    @Body({ schema: PublishCatalogueRequest }) scenarios: PublishCatalogueRequest,
    @Context() context: RequestContext,
  ): Promise<PublishCatalogueResponse> {
    const published = await this.publishCatalogue.execute(new PublishCatalogue(catalogueId, scenarios, context));
    context.recordPosition(published.appended);
    return { edition: published.edition };
  }
}

const isPlayer = ({ role }: Actor): boolean => PLAYERS.some((each) => each === role);
