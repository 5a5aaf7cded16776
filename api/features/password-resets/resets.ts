import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { RecordedOnUser } from '../people/password-events/password-events.commands.js';
import { RecordResetRequested } from '../people/password-events/password-events.commands.js';
import type { PasswordResetRequested } from '../people/user.events.js';
import { codeHashOf, hashOf, ResetSecrets } from './reset-secrets.js';
import { type ResetKind, ResetTable } from './reset-table.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Validity of resets (docs/rules.md#password-resets). The first administrator's bootstrap password only allows its owner to choose another
 * one.
 */
const LIFETIME_MS: Readonly<Record<ResetKind, number>> = {
  link: 60 * MINUTE_MS,
  admin: DAY_MS,
  invitation: 7 * DAY_MS,
  'first-start': 36_500 * DAY_MS,
  undo: 36_500 * DAY_MS,
};

/** Requests resets and makes them usable. */
@Injectable()
export class Resets {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly table: ResetTable,
    private readonly secrets: ResetSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Records the request and makes it usable immediately. After a crash in between, the reactor does the latter.
   * @param authorizedFor the user for whom an administrator's right was checked
   * @throws DomainError VERSION_CONFLICT when that user was moved or has another role since
   */
  async request(
    userId: string,
    by: ResetKind,
    context: CommandContext,
    authorizedFor?: RecordResetRequested['authorizedFor'],
  ): Promise<RecordedOnUser> {
    const expiresAt = new Date(this.clock.now().getTime() + LIFETIME_MS[by]).toISOString();
    const record = new RecordResetRequested(userId, by, expiresAt, context, authorizedFor);
    const recorded = await this.commandBus.execute(record);
    await this.issue(recorded.eventId, recorded.version, { userId, by, expiresAt });
    return recorded;
  }

  /** Returns the token and the code that were issued for a reset. */
  async secretsOf(id: string): Promise<{ readonly token: string; readonly code: string }> {
    return this.secrets.of(id, await this.table.tokenHashOf(id));
  }

  /** Returns whether the mailed link of a reset can still be used. */
  isUsableByLink(id: string): Promise<boolean> {
    return this.table.isUsableByToken(id, this.clock.now());
  }

  /** Makes a recorded reset usable. Safe to run again. */
  async issue(id: string, version: number, request: PasswordResetRequested['data']): Promise<void> {
    const { token, code } = this.secrets.of(id);
    await this.table.add({
      id,
      version,
      userId: request.userId,
      kind: request.by,
      tokenHash: hashOf(token),
      codeHash: codeHashOf(code),
      expiresAt: new Date(request.expiresAt),
    });
  }
}
