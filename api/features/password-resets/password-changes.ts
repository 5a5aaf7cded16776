import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { guessableProblem } from '../../platform/auth/guessable-passwords.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Credentials, type PasswordHash } from '../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../platform/auth/passwords.js';
import { RefreshFamilies } from '../../platform/auth/refresh-families.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import type { LogPosition } from '../../platform/eventsourcing/message.js';
import { RecordPasswordChanged } from '../people/password-events/password-events.commands.js';
import { userByStream } from '../people/user-by-stream.query.js';
import { type ChangedHow, type Reset, ResetTable } from './reset-table.js';

/** Namespace of the command ids of changes: one id for each reset, so that retries are recorded once. */
const NAMESPACE = '0198c0de-0005-7000-8000-000000000000';

/** Result of a change; `refused` when the reset can no longer be used. */
export type ChangeOutcome = { readonly position: LogPosition | undefined } | 'refused';

/** Sets new passwords, at most one for each reset. */
@Injectable()
export class PasswordChanges {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commandBus: CommandBus,
    private readonly credentials: Credentials,
    private readonly families: RefreshFamilies,
    private readonly table: ResetTable,
  ) {}

  /**
   * Sets the password of a reset.
   * @throws DomainError naming `field` when the password is easy to guess
   */
  async change(
    reset: Reset,
    password: string,
    how: ChangedHow,
    field: string,
    context: CommandContext,
  ): Promise<ChangeOutcome> {
    const found = await userByStream(this.store, reset.userId);
    if (!found) return 'refused';
    await refuseGuessable(password, found.user, field);
    const source = hashingSourceOf(context.metadata);
    if (reset.kind === 'first-start' && (await this.credentials.verify(reset.userId, password, source)))
      throw samePassword(field);
    const hash = await this.credentials.hash(password, source);
    const now = this.clock.now();
    const isOurs = await inTransaction(this.pool, async (client) => {
      if (!(await this.table.use(client, reset, how, now))) return false;
      await this.credentials.replace(client, reset.userId, hash, now);
      // From here on, no sign-in can begin with the old password.
      await this.families.endEach(reset.userId, 'password-changed', client);
      return true;
    });
    return isOurs ? { position: await this.record(reset.id, reset.userId, how, context) } : 'refused';
  }

  /**
   * Sets the password of a signed-in person whose `present` password was just verified. Their current session continues, all others end.
   * @throws DomainError naming a field
   */
  async changeOwn(
    { userId, familyId }: Pick<Actor, 'userId' | 'familyId'>,
    present: PasswordHash,
    password: string,
    context: CommandContext,
  ): Promise<LogPosition | undefined> {
    const found = await userByStream(this.store, userId);
    if (!found) throw notFound('The user');
    await refuseGuessable(password, found.user, 'NewPassword');
    const source = hashingSourceOf(context.metadata);
    if (await this.credentials.matches(present, password, source)) throw samePassword('NewPassword');
    const hash = await this.credentials.hash(password, source);
    const now = this.clock.now();
    const changeId = await inTransaction(this.pool, async (client) => {
      if (!(await this.credentials.exchange(client, userId, present, hash, now))) throw changedMeanwhile();
      await this.families.endEach(userId, 'password-changed', client, familyId);
      return this.table.addUsed(client, userId, now);
    });
    return this.record(changeId, userId, 'signed-in', context);
  }

  /** Records the change in the log; a reactor then mails the notice. */
  async record(
    resetId: string,
    userId: string,
    how: ChangedHow,
    { metadata }: CommandContext,
  ): Promise<LogPosition | undefined> {
    const context = { commandId: uuidv5(resetId, NAMESPACE), metadata };
    const { position } = await this.commandBus.execute(new RecordPasswordChanged(userId, how, context));
    await this.table.markRecorded(resetId, this.clock.now());
    return position;
  }
}

function changedMeanwhile(): DomainError {
  const message = 'The current password is not correct.';
  return new DomainError('VALIDATION_FAILED', message, 400, { CurrentPassword: [message] });
}

interface Owner {
  readonly username: string;
  readonly profile: { readonly email: string; readonly firstName: string; readonly lastName: string };
}

/** Rejects guessable passwords that satisfy the rules of characters. @throws DomainError VALIDATION_FAILED naming `field` */
async function refuseGuessable(
  password: string,
  { username, profile: { email, firstName, lastName } }: Owner,
  field: string,
): Promise<void> {
  const problem = await guessableProblem(password, { username, email, firstName, lastName });
  if (problem) throw refusal(field, problem);
}

const samePassword = (field: string): DomainError =>
  refusal(field, 'Choose a password that differs from the current one.');

const refusal = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { [field]: [message] });
