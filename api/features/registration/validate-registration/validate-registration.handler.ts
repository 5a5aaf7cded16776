import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { CheckSeat } from '../../organizations/seats/seats.commands.js';
import { RegistrationRepeats } from '../../people/register-user/registration-repeats.query.js';
import { type FieldProblem, refusalOf } from '../field-problems.js';
import { isProblem, RegistrationRules } from '../registration-rules.js';
import { RegistrationThrottle } from '../registration-throttle.js';
import { type Membership, ValidateRegistration } from '../registration.commands.js';

@CommandHandler(ValidateRegistration)
export class ValidateRegistrationHandler implements ICommandHandler<ValidateRegistration> {
  constructor(
    private readonly repeats: RegistrationRepeats,
    private readonly rules: RegistrationRules,
    private readonly throttle: RegistrationThrottle,
    private readonly claims: Claims,
    private readonly commandBus: CommandBus,
  ) {}

  async execute({ details, way, context }: ValidateRegistration): Promise<Membership | null> {
    // A repeat of what has been registered is no new registration.
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
    // Who has an account is told only to those with a code, or so many times.
    const taken = await this.takenOf(username, email, context);
    if (taken.length > 0 && way === 'free') await this.throttle.count('taken-name', address);
    const [first, ...others] = [...problems, ...taken, ...(await this.seatProblems(membership, context))];
    if (first) throw refusalOf([first, ...others]);
    return membership;
  }

  private async takenOf(userName: string, email: string, { commandId }: CommandContext): Promise<FieldProblem[]> {
    const [nameOwner, emailOwner] = await Promise.all([
      this.claims.ownerOf('username', userName),
      this.claims.ownerOf('email', email),
    ]);
    const isTaken = (owner: string | null): boolean => owner !== null && owner !== commandId;
    const problems: FieldProblem[] = [];
    const code = 'ALREADY_TAKEN';
    if (isTaken(nameOwner)) problems.push({ field: 'UserName', message: 'Username is already taken.', code });
    if (isTaken(emailOwner)) problems.push({ field: 'Email', message: 'Email is already registered.', code });
    return problems;
  }

  private async seatProblems({ organizationId }: Membership, context: CommandContext): Promise<FieldProblem[]> {
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
