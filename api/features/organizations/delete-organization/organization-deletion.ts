import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { type CommandContext, firstEventOf } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { organizationStream } from '../organization.stream.js';
import { organizationByStream } from '../organization-by-stream.query.js';
import type { SeatsEvent } from '../seats.events.js';
import { seatsStream } from '../seats.stream.js';

type SeatsClosed = Extract<SeatsEvent, { type: 'SeatsClosed' }>;

/** Completes a deletion after the seats were closed: deletes the organization and frees its name. */
@Injectable()
export class OrganizationDeletion {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly claims: Claims,
    reactors: ReactorRegistry,
  ) {
    // Completes deletions whose request stopped after closing the seats.
    const reactor: Reactor<SeatsClosed> = {
      name: 'organization-deletion',
      handles: ['SeatsClosed'],
      react: async (event) => void (await this.finish(event.data.organizationId, contextAfter(event))),
    };
    reactors.register(reactor);
  }

  /** @throws DomainError NOT_FOUND for an unknown organization, and for a deleted one unless this command has deleted it. */
  async assertExists(organizationId: string, { commandId }: CommandContext): Promise<void> {
    if (await organizationByStream(this.store, organizationId)) return;
    // The seats decide the deletion. The reactor may have recorded the rest of it.
    const seats = seatsStream.of(organizationId);
    if (!firstEventOf(commandId, seats.name, await seats.read(this.store))) throw notFound('The organization');
  }

  /** Returns the append of the deletion, also when another caller recorded it. */
  async finish(organizationId: string, context: CommandContext): Promise<AppendResult> {
    const stream = organizationStream.of(organizationId);
    const { appended } = await this.commands.handle(stream, { type: 'Delete' }, context);
    await this.claims.releaseAll(organizationId);
    if (appended) return appended;
    const { version, position } = (await stream.read(this.store)).at(-1)!;
    return { version, position, repeated: true };
  }
}
