import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { CheckSeat } from '../../organizations/seats/seats.commands.js';
import { RegistrationRepeats } from '../../people/register-user/registration-repeats.query.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import { type FieldProblem, refusalOf } from '../field-problems.js';
import { isProblem, RegistrationRules } from '../registration-rules.js';
import { RegistrationThrottle } from '../registration-throttle.js';
import { type RegistrationTarget, ValidateRegistration } from '../registration.commands.js';

@CommandHandler(ValidateRegistration)
export class ValidateRegistrationHandler implements ICommandHandler<ValidateRegistration> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly repeats: RegistrationRepeats,
    private readonly rules: RegistrationRules,
    private readonly throttle: RegistrationThrottle,
    private readonly claims: Claims,
    private readonly commandBus: CommandBus,
  ) {}

  async execute(command: ValidateRegistration): Promise<RegistrationTarget | null> {
    const { details, way, context } = command;
    // A repeated registration is not validated again.
    const { userName: username, email } = details;
    if (await this.repeats.isRepeat(context.commandId, { username, email })) return null;
    const address = context.metadata.address ?? '';
    await this.throttle.assertOpen(way, address);
    const problems = await this.rules.problemsOf(details);
    const membership = await this.rules.membershipOf(details.accessCode, way);
    if (isProblem(membership)) {
      if (membership.code === 'UNKNOWN_ACCESS_CODE') await this.throttle.countWrongCode(address, context.browserId);
      const [first, ...others] = problems;
      throw refusalOf(first ? [first, ...others, membership] : [membership]);
    }
    const seat = await this.seatProblems(membership, context);
    const taken = await this.takenOf(command, membership, problems.length + seat.length > 0);
    const [first, ...others] = [...problems, ...taken, ...seat];
    if (first) throw refusalOf([first, ...others]);
    return membership;
  }

  /** Returns problems of taken names. Advice does not reveal whether members of other organizations use an e-mail address. */
  private async takenOf(
    command: ValidateRegistration,
    { organizationId }: RegistrationTarget,
    isRefused: boolean,
  ): Promise<FieldProblem[]> {
    const { details, way, context, isAdvice } = command;
    const [nameOwner, emailOwner] = await Promise.all([
      this.claims.ownerOf('username', details.userName),
      this.claims.ownerOf('email', details.email),
    ]);
    const isTaken = (owner: string | null): owner is string => owner !== null && owner !== context.commandId;
    const code = 'ALREADY_TAKEN';
    const name: FieldProblem = { field: 'UserName', message: 'Username is already taken.', code };
    const email: FieldProblem = { field: 'Email', message: 'Email is already registered.', code };
    const names = isTaken(nameOwner) ? [name] : [];
    const isReported = isTaken(emailOwner) && (!isAdvice || (await this.isMember(emailOwner, organizationId)));
    if (!isReported && (names.length === 0 || way !== 'free')) return names;
    const isCounted = await this.count(command, isAdvice || isRefused || names.length > 0);
    return isReported && isCounted ? [...names, email] : names;
  }

  /**
   * Counts that a network learned of an existing account. Beyond the limit, returns false when the request is refused anyway or is only
   * advice, and the account stays hidden. Otherwise the refusal by the limit would reveal it as well.
   */
  private async count({ way, context }: ValidateRegistration, mayConceal: boolean): Promise<boolean> {
    try {
      await this.throttle.count('taken-name', context.metadata.address ?? '');
      return true;
    } catch (error) {
      if (error instanceof DomainError && mayConceal && way !== 'free') return false;
      throw error;
    }
  }

  private async isMember(userId: string, organizationId: string | null): Promise<boolean> {
    if (organizationId === null) return false;
    return (await userByStream(this.store, userId))?.user.organizationId === organizationId;
  }

  private async seatProblems({ organizationId }: RegistrationTarget, context: CommandContext): Promise<FieldProblem[]> {
    if (organizationId === null) return [];
    try {
      await this.commandBus.execute(new CheckSeat(organizationId, [context.commandId], context));
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.status !== 409) throw error;
      return [{ field: 'AccessCode', message: error.message, code: error.code }];
    }
  }
}
