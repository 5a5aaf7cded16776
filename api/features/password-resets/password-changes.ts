import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { Credentials } from '../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../platform/auth/passwords.js';
import { RefreshFamilies } from '../../platform/auth/refresh-families.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { POOL } from '../../platform/database/pool.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import type { LogPosition } from '../../platform/eventsourcing/message.js';
import { RecordPasswordChanged } from '../people/password-events/password-events.commands.js';
import { userByStream } from '../people/user-by-stream.query.js';
import { refuseGuessable, samePassword } from './guessable-password.js';
import { type ChangedHow, type Reset, ResetTable } from './reset-table.js';

/** Namespace of the command ids of changes: one for each reset, however often it is tried. */
const NAMESPACE = '0198c0de-0005-7000-8000-000000000000';

/** Why a change did not happen: `refused` resets nobody can use any more. */
export type ChangeOutcome = { readonly position: LogPosition | undefined } | 'refused';

/** Sets the password a reset was for, once. */
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

  /** @throws DomainError naming `field` when the password is easy to guess */
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
      // From here on no sign-in can begin with the old password any more.
      await this.families.endEach(reset.userId, 'password-changed', client);
      return true;
    });
    return isOurs ? { position: await this.record(reset.id, reset.userId, how, context) } : 'refused';
  }

  /** Tells the log, from where the notice is mailed. */
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
