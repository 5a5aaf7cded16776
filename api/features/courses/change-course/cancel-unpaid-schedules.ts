import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { POOL } from '../../../platform/database/pool.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { organizationByStream } from '../../organizations/organization-by-stream.query.js';
import type { OrganizationEvent } from '../../organizations/organization.events.js';
import { ChangeCourse } from './change-course.command.js';

type Unpaid = Extract<OrganizationEvent, { type: 'OrganizationMarkedUnpaid' }>;

/**
 * Cancels the scheduled classes of an organization that becomes unpaid. Otherwise the clock would start a class although an
 * unpaid organization is not allowed to begin one.
 */
@Injectable()
export class CancelUnpaidSchedules {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly progress: Progress,
    private readonly commandBus: CommandBus,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Unpaid> = {
      name: 'cancel-unpaid-schedules',
      handles: ['OrganizationMarkedUnpaid'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react(event: RecordedEvent<Unpaid>): Promise<void> {
    const { organizationId } = event.data;
    // A delayed event must not cancel classes that were scheduled after the organization paid again.
    if ((await organizationByStream(this.store, organizationId))?.status !== 'unpaid') return;
    await this.progress.catchUp();
    const { rows } = await this.pool.query<{ course_id: string }>(
      `select c.course_id from read.courses c join read.classes k using (course_id)
       where c.organization_id = $1 and c.deleted_at is null and k.scheduled_start > now()`,
      [organizationId],
    );
    const context = contextAfter(event);
    for (const { course_id: courseId } of rows) {
      const commandId = uuidv5(`unpaid ${event.eventId}`, courseId);
      const command = { type: 'ScheduleClass', now: context.metadata.occurredAt, scheduledStart: null } as const;
      await this.commandBus.execute(
        new ChangeCourse(courseId, { ...command, newSessionId: commandId }, { ...context, commandId }),
      );
    }
  }
}
