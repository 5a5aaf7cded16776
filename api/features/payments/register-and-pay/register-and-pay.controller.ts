import { Body, Controller, HttpCode, Post, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterAndPayRequest, RegisterAndPayResponse } from '../../../contracts/payment.contract.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { fieldMessages } from '../../../platform/domain-error.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, type RequestContext } from '../../../platform/http/request-context.js';
import { CountRefusal } from '../../registration/registration.commands.js';
import { RegisterAndPay, RegisterAndPayHandler, type RegisterAndPayResult } from './register-and-pay.handler.js';

/** The bank of the card's holder may take longer than other requests (docs/rules.md#time-budget). */
const DEADLINE_MS = 30_000;

@Controller('payments/register-and-pay')
export class RegisterAndPayController {
  constructor(
    private readonly handler: RegisterAndPayHandler,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Never charges twice for one Idempotency-Key, and never leaves a charge without an account (docs/rules.md#subscriptions).
   */
  @Post()
  @HttpCode(200)
  @Public()
  @Limits({ deadlineMs: DEADLINE_MS })
  @SerializeOptions({ schema: RegisterAndPayResponse })
  async registerAndPay(
    @Body({ schema: RegisterAndPayRequest }) body: RegisterAndPayRequest,
    @Context() context: RequestContext,
  ): Promise<RegisterAndPayResponse> {
    try {
      const result = await this.handler.execute(new RegisterAndPay(body, context));
      if (result.kind === 'registered') context.recordPosition(result.appended);
      if (result.kind === 'failed') await this.commands.execute(new CountRefusal('declined-card', context));
      return answerOf(result);
    } catch (error) {
      const errors = fieldMessages(error);
      if (!errors) throw error;
      return { ...NOT_REGISTERED, isFieldError: true, errors };
    }
  }
}

const NOT_REGISTERED = { userId: null, message: '', isFieldError: false, errors: [] };

function answerOf(result: RegisterAndPayResult): RegisterAndPayResponse {
  const { registrationId } = result;
  switch (result.kind) {
    case 'registered':
      return { ...NOT_REGISTERED, userId: registrationId };
    case 'requires-action':
      return { ...NOT_REGISTERED, requiresAction: true, clientSecret: result.clientSecret, registrationId };
    case 'failed':
      return { ...NOT_REGISTERED, message: result.message };
  }
}
