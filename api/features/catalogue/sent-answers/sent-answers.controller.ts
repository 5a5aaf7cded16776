import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { SentAnswers } from '../../../contracts/catalogue.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { SentAnswersQuery } from './sent-answers.query.js';
import { sentAnswersStream } from './sent-answers.stream.js';

/** Routes that read and change whether players receive the correct answers with a catalogue. */
@Controller('courses/:catalogueId/answers')
@Roles('SystemAdmin')
export class SentAnswersController {
  constructor(
    private readonly commands: Commands,
    private readonly sentAnswers: SentAnswersQuery,
  ) {}

  @Get()
  async read(@Param('catalogueId', { schema: Id }) catalogueId: string): Promise<SentAnswers> {
    return { sent: await this.sentAnswers.areSent(catalogueId) };
  }

  @Put()
  async change(
    @Param('catalogueId', { schema: Id }) catalogueId: string,
    @Body({ schema: SentAnswers }) { sent }: SentAnswers,
    @Context() context: RequestContext,
  ): Promise<SentAnswers> {
    const stream = sentAnswersStream.of(catalogueId);
    const { state, appended } = await this.commands.handle(stream, { catalogueId, sent }, context);
    context.recordPosition(appended);
    return state;
  }
}
