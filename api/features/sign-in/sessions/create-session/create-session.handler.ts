import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type IssuedRefresh, RefreshFamilies, type SessionOrigin } from '../../../../platform/auth/refresh-families.js';
import { hashingSourceOf } from '../../../../platform/auth/passwords.js';
import { networkOf } from '../../../../platform/client-network.js';
import { DomainError, NamedRefusal, type TriedName } from '../../../../platform/domain-error.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import { CheckReset } from '../../../password-resets/check-reset.command.js';
import { Identity } from '../../identity.js';
import { SecurityLog } from '../../security-log.js';
import { SignInThrottle } from '../../sign-in-throttle.js';
import { tooManyAttempts } from '../../too-many-attempts.js';

/**
 * Result of a sign-in. `session` is null when the password was right but the account is disabled or its organization is unpaid
 * (docs/rules.md#signing-in).
 */
export interface SignInResult {
  readonly userId: string;
  readonly session: IssuedRefresh | null;
  /** Set when a new password must be chosen first. `proof` is set when the one-time code was used as the password. */
  readonly pendingReset?: { readonly proof: string | null };
}

/** Signs a user in. Refused with SIGN_IN_FAILED, equal for unknown names and wrong passwords, or TOO_MANY_REQUESTS. */
export class CreateSession {
  constructor(
    readonly username: string,
    readonly password: string,
    /** `replaced`: the browser's earlier refresh secret, whose session ends. */
    readonly client: { readonly origin: SessionOrigin; readonly replaced: string | undefined },
    readonly context: CommandContext,
  ) {}
}

/** The tried name. `userId` is set once it is known, so that a refusal names the account. */
type AttemptedName = { -readonly [Key in keyof TriedName]: TriedName[Key] };

const TITLE = 'Invalid username or password.';

@Injectable()
export class CreateSessionHandler {
  private readonly logger = new Logger(CreateSessionHandler.name);

  constructor(
    private readonly identity: Identity,
    private readonly throttle: SignInThrottle,
    private readonly families: RefreshFamilies,
    private readonly log: SecurityLog,
    private readonly commandBus: CommandBus,
  ) {}

  async execute(command: CreateSession): Promise<SignInResult> {
    const tried: AttemptedName = { userId: null, nameHmac: this.identity.hmacOf(command.username) };
    try {
      return await this.signIn(command, tried);
    } catch (error) {
      throw error instanceof DomainError ? new NamedRefusal(error, tried) : error;
    }
  }

  private async signIn(
    { username, password, client, context }: CreateSession,
    tried: AttemptedName,
  ): Promise<SignInResult> {
    const attempt = { nameHmac: tried.nameHmac, network: networkOf(context.metadata.address ?? '') };
    const source = hashingSourceOf(context.metadata);
    this.identity.assertCapacity(source);
    const { attemptId, retryAt, lockedUntil } = await this.throttle.begin(attempt);
    const userId = await this.identity.find(username);
    tried.userId = userId;
    if (userId !== null && lockedUntil) this.recordLock(userId, lockedUntil, context);
    if (retryAt) throw tooManyAttempts(retryAt, context);
    const verified = await this.identity.check(userId, password, source).catch(async (error: unknown) => {
      await this.throttle.withdraw(attemptId);
      throw error;
    });
    const pendingReset = await this.commandBus.execute(new CheckReset(userId, password, verified !== null));
    if (userId !== null && pendingReset) {
      await this.throttle.forgive(attempt);
      return { userId, session: null, pendingReset };
    }
    if (!verified || userId === null) throw refusal();
    if (!(await this.identity.canPlay(userId))) {
      await this.throttle.forgive(attempt);
      return { userId, session: null };
    }
    const session = await this.families.start(userId, verified, client.origin);
    if (!session) throw refusal();
    // A reset requested in the meantime ends only the sessions that existed then. This session began later, so it is ended here.
    const resetSince = await this.commandBus.execute(new CheckReset(userId, password, true));
    if (resetSince) {
      await this.families.end(session.familyId, 'reset-requested');
      await this.throttle.forgive(attempt);
      return { userId, session: null, pendingReset: resetSince };
    }
    await this.throttle.succeed(attemptId, attempt);
    await this.log.record({ type: 'RecordSignIn', userId, familyId: session.familyId }, context);
    if (client.replaced) await this.endReplaced(client.replaced, context);
    return { userId, session };
  }

  /** Ends the browser's earlier session, of any user. Its secret is overwritten, so it could not be used or ended later. */
  private async endReplaced(secret: string, context: CommandContext): Promise<void> {
    const replaced = await this.families.findBySecret(secret);
    if (!replaced || !(await this.families.end(replaced.familyId, 'replaced'))) return;
    await this.log.record({ type: 'RecordSignOut', ...replaced }, context);
  }

  /** Records a lock in the background, because a slower response would reveal that the name exists. */
  private recordLock(userId: string, until: Date, context: CommandContext): void {
    this.log
      .record({ type: 'RecordLock', userId, until: until.toISOString() }, context)
      .catch((error: unknown) => this.logger.error(error));
  }
}

/** Returns the refusal, equal for unknown names and wrong passwords. */
function refusal(): DomainError {
  return new DomainError('SIGN_IN_FAILED', TITLE, 400, { Password: [TITLE] });
}
