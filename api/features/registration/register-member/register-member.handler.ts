import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RegistrationRequest } from '../../../contracts/registration.contract.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { ReleaseSeat, TakeSeat } from '../../organizations/seats/seats.commands.js';
import { RegisterUser } from '../../people/register-user/register-user.command.js';
import { RegistrationRepeats } from '../../people/register-user/registration-repeats.query.js';
import { refusalOf } from '../field-problems.js';
import { isProblem, RegistrationRules } from '../registration-rules.js';
import { RegistrationThrottle } from '../registration-throttle.js';
import type { RegistrationTarget, RegistrationWay } from '../registration.commands.js';

/**
 * Creates the account, whose id is the command's id, and takes a seat in the organization of the access code. With `paid`, an unassigned
 * code creates an account without an organization. A repeat returns the account. All rules are checked again. Throttling only limits the
 * accounts of an address; the other limits belong to `ValidateRegistration`. Refused with a map of fields.
 */
export class RegisterMember {
  constructor(
    readonly details: RegistrationRequest,
    readonly way: RegistrationWay,
    readonly context: CommandContext,
  ) {}
}

interface Registered {
  readonly userId: string;
  readonly appended: AppendResult | undefined;
}

@Injectable()
export class RegisterMemberHandler {
  constructor(
    private readonly repeats: RegistrationRepeats,
    private readonly rules: RegistrationRules,
    private readonly throttle: RegistrationThrottle,
    private readonly commandBus: CommandBus,
  ) {}

  async execute({ details, way, context }: RegisterMember): Promise<Registered> {
    // A repeat needs no seat, and its code may have been assigned or deleted since.
    const userId = context.commandId;
    if (await this.repeats.isRepeat(userId, { username: details.userName, email: details.email }))
      return { userId, appended: undefined };
    const [problem, ...others] = await this.rules.problemsOf(details);
    if (problem) throw refusalOf([problem, ...others]);
    const membership = await this.rules.membershipOf(details.accessCode, way);
    if (isProblem(membership)) throw refusalOf([membership]);
    const join = () => this.join(details, membership, way, context);
    // Seats and cards limit the other ways. A class that registers with its code shares one address.
    return way === 'free' ? this.throttle.makingAccount(context.metadata.address ?? '', join) : join();
  }

  private async join(
    details: RegistrationRequest,
    membership: RegistrationTarget,
    way: RegistrationWay,
    context: CommandContext,
  ): Promise<Registered> {
    const { organizationId } = membership;
    if (organizationId === null) return this.register(details, membership, way, context);
    await this.takeSeat(organizationId, context);
    try {
      return await this.register(details, membership, way, context);
    } catch (error) {
      // After any other failure it is unknown whether the account exists; the seat sweep finds out. A reused key belongs to another
      // request, which may be about to create the account that needs the seat.
      if (error instanceof DomainError && error.code !== 'IDEMPOTENCY_KEY_REUSED') {
        await this.commandBus.execute(new ReleaseSeat(organizationId, [context.commandId], context));
      }
      throw error;
    }
  }

  private async takeSeat(organizationId: string, context: CommandContext): Promise<void> {
    try {
      await this.commandBus.execute(new TakeSeat(organizationId, [context.commandId], context));
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 409) throw error;
      throw refusalOf([{ field: 'AccessCode', message: error.message, code: error.code }]);
    }
  }

  private register(
    {
      userName: username,
      accessCode: _accessCode,
      isFreeUser: _isFreeUser,
      nationality,
      ...details
    }: RegistrationRequest,
    { organizationId, accessCodeId }: RegistrationTarget,
    through: RegistrationWay,
    context: CommandContext,
  ): Promise<Registered> {
    const registration = {
      ...details,
      username,
      nationality: nationality === null ? null : String(nationality).padStart(3, '0'),
      role: 'User',
      organizationId,
      accessCodeId,
      through,
    } as const;
    return this.commandBus.execute(new RegisterUser(registration, context));
  }
}
