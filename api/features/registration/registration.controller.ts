import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import {
  type FreeRegistrationResponse,
  RegistrationRequest,
  type RegistrationResponse,
} from '../../contracts/registration.contract.js';
import { Public } from '../../platform/auth/access.decorator.js';
import { DomainError, fieldMessages } from '../../platform/domain-error.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { SchemaViolation } from '../../platform/http/schema-violation.js';
import { RegisterMember, RegisterMemberHandler } from './register-member/register-member.handler.js';
import { RegistrationAttempt, Unacceptable } from './registration-attempt.schema.js';
import { type RegistrationWay, ValidateRegistration } from './registration.commands.js';
import { ValidateRegistrationHandler } from './validate-registration/validate-registration.handler.js';

/** Public routes of registration, with or without an access code (docs/rules.md#registration). */
@Controller('users')
@Public()
export class RegistrationController {
  constructor(
    private readonly validateRegistration: ValidateRegistrationHandler,
    private readonly registerMember: RegisterMemberHandler,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Advice: registering repeats every check. Subscribers can use a code that is not assigned. */
  @Post('validate-registration')
  @HttpCode(200)
  async validate(
    @Body({ schema: RegistrationRequest }) details: RegistrationRequest,
    @Context() context: RequestContext,
  ): Promise<Record<string, never>> {
    await this.validateRegistration.execute(
      new ValidateRegistration(details, details.isFreeUser ? 'free' : 'undecided', context, true),
    );
    return {};
  }

  @Post('registrationCode')
  @HttpCode(200)
  async withCode(
    @Body({ schema: RegistrationAttempt }) details: RegistrationRequest | Unacceptable,
    @Context() context: RequestContext,
  ): Promise<RegistrationResponse> {
    try {
      if (details instanceof Unacceptable) return formErrors(details.fieldMessages ?? refuse(details));
      return {
        userId: await this.register(details, 'access-code', context),
        message: '',
        isFieldError: false,
        errors: [],
      };
    } catch (error) {
      const messages = fieldMessages(error);
      if (!messages) throw error;
      return formErrors(messages);
    }
  }

  @Post('paymentFreeRegistration')
  @HttpCode(200)
  async free(
    @Body({ schema: RegistrationRequest }) details: RegistrationRequest,
    @Context() context: RequestContext,
  ): Promise<FreeRegistrationResponse> {
    if (!this.config.allowFreeRegistration) {
      throw new DomainError('FORBIDDEN', 'Free registration is switched off. Ask for an access code.', 403);
    }
    return { userId: await this.register(details, 'free', context) };
  }

  private async register(details: RegistrationRequest, way: RegistrationWay, context: RequestContext): Promise<string> {
    await this.validateRegistration.execute(new ValidateRegistration(details, way, context));
    const { userId, appended } = await this.registerMember.execute(new RegisterMember(details, way, context));
    context.recordPosition(appended);
    return userId;
  }
}

const formErrors = (errors: string[]): RegistrationResponse => ({
  userId: null,
  message: '',
  isFieldError: true,
  errors,
});

function refuse({ issues }: Unacceptable): never {
  throw new SchemaViolation(issues);
}
