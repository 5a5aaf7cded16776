import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PasswordHash } from '../../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../../platform/auth/passwords.js';
import { networkOf } from '../../../platform/client-network.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { userByStream } from '../../people/user-by-stream.query.js';
import { Identity } from '../identity.js';
import { SecurityLog } from '../security-log.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { tooManyAttempts } from '../too-many-attempts.js';
import { ConfirmPassword } from './confirm-password.command.js';

@CommandHandler(ConfirmPassword)
export class ConfirmPasswordHandler implements ICommandHandler<ConfirmPassword> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly throttle: SignInThrottle,
    private readonly log: SecurityLog,
  ) {}

  async execute({ userId, password, context }: ConfirmPassword): Promise<PasswordHash> {
    const found = await userByStream(this.store, userId);
    if (!found) throw notFound('The user');
    const source = hashingSourceOf(context.metadata);
    this.identity.assertCapacity(source);
    const attempt = {
      nameHmac: this.identity.hmacOf(found.user.username),
      network: networkOf(context.metadata.address ?? ''),
    };
    const { attemptId, retryAt, lockedUntil } = await this.throttle.begin(attempt);
    if (lockedUntil) await this.log.record({ type: 'RecordLock', userId, until: lockedUntil.toISOString() }, context);
    if (retryAt) throw tooManyAttempts(retryAt, context);
    const verified = await this.identity.check(userId, password, source).catch(async (error: unknown) => {
      await this.throttle.withdraw(attemptId);
      throw error;
    });
    if (!verified) throw wrongPassword();
    await this.throttle.forgive(attempt);
    return verified;
  }
}

function wrongPassword(): DomainError {
  const message = 'The current password is not correct.';
  return new DomainError('VALIDATION_FAILED', message, 400, { CurrentPassword: [message] });
}
