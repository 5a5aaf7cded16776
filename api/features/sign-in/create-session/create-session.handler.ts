import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { CheckReset } from '../../password-resets/check-reset.query.js';
import { Identity } from '../identity.js';
import { SecurityLog } from '../security-log.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { CreateSession, type SignInResult } from './create-session.command.js';

const TITLE = 'Invalid username or password.';

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  private readonly logger = new Logger(CreateSessionHandler.name);

  constructor(
    private readonly identity: Identity,
    private readonly throttle: SignInThrottle,
    private readonly families: RefreshFamilies,
    private readonly log: SecurityLog,
    private readonly queries: QueryBus,
  ) {}

  async execute({ username, password, context }: CreateSession): Promise<SignInResult> {
    const attempt = { nameHmac: this.identity.hmacOf(username), address: context.metadata.address ?? '' };
    this.identity.assertRoom();
    const { attemptId, retryAt } = await this.throttle.begin(attempt);
    const userId = await this.identity.find(username);
    if (retryAt) throw this.tooMany(userId, retryAt, context);
    const matches = await this.identity.verify(userId, password).catch(async (error: unknown) => {
      await this.throttle.withdraw(attemptId);
      throw error;
    });
    const pendingReset = await this.queries.execute(new CheckReset(userId, password, matches));
    if (userId !== null && pendingReset) {
      await this.throttle.forgive(attempt);
      return { userId, session: null, pendingReset };
    }
    if (!matches || userId === null) {
      throw new DomainError('SIGN_IN_FAILED', TITLE, 400, { Password: [TITLE] });
    }
    await this.throttle.forgive(attempt);
    if (!(await this.identity.canPlay(userId))) return { userId, session: null };
    const session = await this.families.start(userId);
    await this.log.record({ type: 'RecordSignIn', userId, familyId: session.familyId }, context);
    return { userId, session };
  }

  /** The lock is recorded behind the answer's back: an answer that takes longer would tell that the name exists. */
  private tooMany(userId: string | null, retryAt: Date, context: CommandContext): DomainError {
    const now = context.metadata.occurredAt;
    const until = retryAt.toISOString();
    if (userId !== null) {
      this.log
        .record({ type: 'RecordLock', userId, now, until }, context)
        .catch((error: unknown) => this.logger.error(error));
    }
    const seconds = (retryAt.getTime() - new Date(now).getTime()) / 1_000;
    const message = 'Too many failed attempts. Try again later.';
    return new DomainError('TOO_MANY_REQUESTS', message, 429, undefined, seconds);
  }
}
