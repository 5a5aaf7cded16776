import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { type CommandContext, eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import {
  type AppendResult,
  EVENT_STORE,
  type EventStore,
  VersionConflict,
} from '../../../platform/eventsourcing/event-store.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { OrganizationsQuery } from '../read-organizations/organizations.query.js';
import { seatsStream } from '../seats.stream.js';
import { OrganizationDeletion } from './organization-deletion.js';

/** Deletes an organization without users and courses; safe to repeat. Refused with ORGANIZATION_IN_USE, or NOT_FOUND. */
export class DeleteOrganization {
  constructor(
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {}
}

/** Maximum number of attempts when seats change during the check. */
const MAX_TRIES = 5;
/** A reactor releases the seats of users who left. A deletion waits this long for it before it is refused. */
const RELEASED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * Closes the seats of the organization, which decides the deletion. The check for users and courses only counts when no seat was taken or
 * released in the meantime. A concurrent registration and the deletion therefore cannot both succeed. An owner of a course needs a seat or
 * an account, so no course is created in the meantime either.
 */
@Injectable()
export class DeleteOrganizationHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly organizations: OrganizationsQuery,
    private readonly progress: Progress,
    private readonly deletion: OrganizationDeletion,
  ) {}

  async execute({ organizationId, context }: DeleteOrganization): Promise<AppendResult> {
    await this.deletion.assertExists(organizationId, context);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.closeSeats(organizationId, context);
        return await this.deletion.finish(organizationId, context);
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === MAX_TRIES) throw error;
      }
    }
  }

  private async closeSeats(organizationId: string, { commandId, metadata }: CommandContext): Promise<void> {
    const stream = seatsStream.of(organizationId);
    const deadline = performance.now() + RELEASED_WITHIN_MS;
    for (;;) {
      const past = await stream.read(this.store);
      const seats = seatsStream.fold(past);
      if (seats.closed) return;
      await this.progress.catchUp();
      if (await this.organizations.isInUse(organizationId)) {
        throw new DomainError('ORGANIZATION_IN_USE', 'Organization still has users or courses.');
      }
      if (seats.taken > 0 && performance.now() < deadline) {
        await delay(LOOK_EVERY_MS);
        continue;
      }
      const closed = seatsStream
        .decide({ type: 'Close', organizationId }, seats)
        .map((event) => ({ ...event, eventId: eventIdOf(commandId, stream.name, 0), metadata }));
      await stream.append(this.store, past.at(-1)?.version ?? 'no-stream', closed);
      return;
    }
  }
}
