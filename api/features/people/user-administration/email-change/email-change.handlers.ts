import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type CommandContext, eventIdOf } from '../../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { EnforceReset } from '../../../password-resets/enforce-reset/enforce-reset.command.js';
import { invalidLink, RESTORE_WITHIN_MS } from '../../user-email.rule.js';
import { userStream } from '../../user.stream.js';
import { changeIdOf, EmailChanges } from '../email-changes.js';
import { EmailSecrets } from './email-secrets.js';

/** Mails the confirmation of a pending e-mail address again; earlier links stop working. */
export class ResendEmailChange {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}

/** Cancels a pending e-mail address. */
export class CancelEmailChange {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}

/** Makes a pending e-mail address the account's address. Refused with INVALID_LINK for every defect of the token. */
export class ConfirmEmail {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {}
}

/** Restores a previous e-mail address, ends all sessions and requires a new password. Refused as {@link ConfirmEmail}. */
export class RestoreEmail {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {}
}

/** The old password stays refused until a new one is chosen, without a time limit. */
const NEVER_MS = 36_500 * 24 * 60 * 60_000;

@Injectable()
export class ResendEmailChangeHandler {
  constructor(private readonly changes: EmailChanges) {}

  execute({ userId, context }: ResendEmailChange): Promise<AppendResult | undefined> {
    const { occurredAt: now } = context.metadata;
    const command = { type: 'ResendEmailChange', requestId: changeIdOf(context), now } as const;
    return this.changes.append(userId, command, context);
  }
}

@Injectable()
export class CancelEmailChangeHandler {
  constructor(private readonly changes: EmailChanges) {}

  execute({ userId, context }: CancelEmailChange): Promise<AppendResult | undefined> {
    return this.changes.append(userId, { type: 'CancelEmailChange' }, context);
  }
}

@Injectable()
export class ConfirmEmailHandler {
  constructor(
    private readonly changes: EmailChanges,
    private readonly secrets: EmailSecrets,
  ) {}

  async execute({ userId, token, context }: ConfirmEmail): Promise<AppendResult | undefined> {
    const user = await this.changes.find(userId);
    const { pending, restorable } = user.email;
    // A second click on the link finds that the change has been made.
    if (this.secrets.find('confirm', token, restorable, ({ changeId }) => changeId)) return undefined;
    const found = this.secrets.find('confirm', token, pending ? [pending] : [], ({ requestId }) => requestId);
    if (!found) throw invalidLink();
    const { occurredAt: now } = context.metadata;
    const command = { type: 'ConfirmEmail', requestId: found.requestId, now } as const;
    const reservedUntil = new Date(Date.parse(now) + RESTORE_WITHIN_MS);
    const change = { changeId: found.requestId, email: found.email, reservedUntil };
    const ownContext = asOwner(context, userId);
    return this.changes.replace(user, change, ownContext, (held) =>
      this.changes.append(userId, command, ownContext, held),
    );
  }
}

@Injectable()
export class RestoreEmailHandler {
  constructor(
    private readonly changes: EmailChanges,
    private readonly secrets: EmailSecrets,
    private readonly commandBus: CommandBus,
  ) {}

  /** Requires a new password before it responds. After a crash in between, a reactor does so. */
  async execute({ userId, token, context }: RestoreEmail): Promise<AppendResult | undefined> {
    const user = await this.changes.find(userId);
    const found = this.secrets.find('restore', token, user.email.restorable, ({ changeId }) => changeId);
    if (!found) throw invalidLink();
    const { occurredAt: now } = context.metadata;
    const resetBy = new Date(Date.parse(now) + NEVER_MS).toISOString();
    const command = { type: 'RestoreEmail', changeId: found.changeId, now, resetBy } as const;
    const ownContext = asOwner(context, userId);
    const appended = await this.changes.replace(user, found, ownContext, (held) =>
      this.changes.append(userId, command, ownContext, held),
    );
    const eventId = eventIdOf(context.commandId, userStream.name(userId), 1);
    const request = { userId, by: 'undo', expiresAt: resetBy } as const;
    await this.commandBus.execute(new EnforceReset(eventId, appended!.version - 1, request));
    return appended;
  }
}

/** A mailed link proves the identity of its user, so the event names them as the actor. */
const asOwner = (context: CommandContext, userId: string): CommandContext => ({
  commandId: context.commandId,
  metadata: { ...context.metadata, actorId: userId },
});
