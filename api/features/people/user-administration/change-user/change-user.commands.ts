import { Command } from '@nestjs/cqrs';
import type { Role } from '../../../../contracts/sign-in.contract.js';
import type { UpdateUserRequest } from '../../../../contracts/user.contract.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';

/** Changes names, e-mail address and organization; missing fields stay (docs/rules.md#managing-users). */
export class UpdateUser {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly changes: UpdateUserRequest,
    readonly context: CommandContext,
  ) {}
}

/** Enables or disables a user; `enabled` undefined inverts the state (docs/rules.md#enabling-users). */
export class SetUserEnabled {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly enabled: boolean | undefined,
    readonly context: CommandContext,
  ) {}
}

/** Changes the role of a user (docs/rules.md#managing-users). */
export class ChangeUserRole {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly role: Role,
    readonly context: CommandContext,
  ) {}
}

/** Ends all sign-in sessions of a person. Everyone is allowed to end their own. */
export class EndUserSessions extends Command<AppendResult | undefined> {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Deletes a user; name and scores stay (docs/rules.md#deleted-users). */
export class DeleteUser {
  constructor(
    readonly actor: Actor,
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}
