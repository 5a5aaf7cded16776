import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DomainError } from '../../platform/domain-error.js';
import { type ClaimOwner, Claims } from '../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../platform/eventsourcing/event-store.js';
import { ReleaseSeat, TakeSeat } from '../organizations/seats/seats.commands.js';
import { accountClaims, RegisterUser } from '../people/register-user/register-user.command.js';
import { userStream } from '../people/user.events.js';
import type { NewUser } from './import-plan.js';
import { importedUserId } from './imported-user-id.js';

const AT_ONCE = 8;

interface Numbered {
  readonly userId: string;
  readonly user: NewUser;
}

/**
 * Makes the accounts of a file. Everything that can refuse comes before the first account: names are claimed, then seats
 * taken, for all or for none. Ids follow from the request, so a repeat goes on where a crash cut it off; and each account is
 * made at once as it shall be, so that none is enabled without a seat in between.
 */
@Injectable()
export class ImportUsers {
  constructor(
    private readonly claims: Claims,
    private readonly commandBus: CommandBus,
  ) {}

  async execute(users: readonly NewUser[], context: CommandContext): Promise<AppendResult | undefined> {
    const numbered = users.map((user) => ({ user, userId: importedUserId(user.username, context.commandId) }));
    await this.reserve(numbered);
    await this.takeSeats(numbered, context);
    const appended = await inChunks(numbered, (one) => this.register(one, context));
    return appended.at(-1);
  }

  private async reserve(users: readonly Numbered[]): Promise<void> {
    try {
      await inChunks(users, ({ userId, user }) => this.claims.reserve(ownerOf(userId), accountClaims(user)));
    } catch (error) {
      await this.withdraw(users);
      throw error;
    }
  }

  private async withdraw(users: readonly Numbered[]): Promise<void> {
    await inChunks(users, ({ userId, user }) => this.claims.withdraw(ownerOf(userId), accountClaims(user)));
  }

  private async takeSeats(users: readonly Numbered[], context: CommandContext): Promise<void> {
    const places = new Map<string, string[]>();
    for (const { userId, user } of users.filter(({ user }) => user.enabled && user.organizationId !== null)) {
      places.set(user.organizationId!, [...(places.get(user.organizationId!) ?? []), userId]);
    }
    const filled: [string, string[]][] = [];
    try {
      for (const [organizationId, userIds] of places) {
        await this.commandBus.execute(new TakeSeat(organizationId, userIds, context));
        filled.push([organizationId, userIds]);
      }
    } catch (error) {
      if (error instanceof DomainError) {
        for (const [organizationId, userIds] of filled)
          await this.commandBus.execute(new ReleaseSeat(organizationId, userIds, context));
        await this.withdraw(users);
      }
      throw error;
    }
  }

  private async register({ userId, user }: Numbered, context: CommandContext): Promise<AppendResult | undefined> {
    const { organization: _organization, enabled, ...profile } = user;
    const disabledBy = enabled ? undefined : 'admin';
    const registration = { ...profile, password: null, disabledBy, through: 'import' } as const;
    const own = { commandId: userId, metadata: context.metadata };
    return (await this.commandBus.execute(new RegisterUser(registration, own))).appended;
  }
}

const ownerOf = (userId: string): ClaimOwner => ({ id: userId, stream: userStream(userId) });

/** A few at a time: the database serves others as well. None is still at work when this ends, however it ends. */
async function inChunks<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const settled = await Promise.allSettled(items.slice(start, start + AT_ONCE).map(work));
    for (const result of settled) {
      if (result.status === 'rejected') throw result.reason;
      results.push(result.value);
    }
  }
  return results;
}
