import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import type { ClassEnded, CourseInstructorChanged } from '../../courses/course.events.js';
import type { StudentLeft } from '../../courses/membership.events.js';
import { type OrganizationMember, peopleInRunningClass } from '../../courses/running-class.query.js';
import type { OrganizationEvent } from '../../organizations/organization.events.js';

type Unpaid = Extract<OrganizationEvent, { type: 'OrganizationMarkedUnpaid' }>;
/** Events that remove people from a running class. */
type Leaving = ClassEnded | CourseInstructorChanged | StudentLeft;

/**
 * Reactor that ends the sign-in sessions of an organization that becomes unpaid. All requests are refused anyway, but sessions must not
 * work again after a payment. Staff and roster of a running class keep their sessions until it ends. System admins keep theirs, so that
 * someone can always administer the platform.
 */
@Injectable()
export class SignOutUnpaid {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly families: RefreshFamilies,
    private readonly progress: Progress,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Unpaid | Leaving> = {
      name: 'sign-out-unpaid',
      handles: ['OrganizationMarkedUnpaid', 'ClassEnded', 'CourseInstructorChanged', 'StudentLeft'],
      react: (event) => this.react(event),
    };
    reactors.register(reactor);
  }

  private async react({ type, data, recordedAt }: RecordedEvent<Unpaid | Leaving>): Promise<void> {
    const organizationId =
      type === 'OrganizationMarkedUnpaid' ? data.organizationId : await this.unpaidOrganizationOf(data.courseId);
    if (organizationId !== null) await this.signOut(organizationId, new Date(recordedAt));
  }

  /**
   * Returns the organization of a course, null unless it is unpaid. Does not wait for the read models: an organization they do not show as
   * unpaid yet has an `OrganizationMarkedUnpaid` still to be processed.
   */
  private async unpaidOrganizationOf(courseId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'unpaid-organization-of-course',
      text: `select o.id from read.courses c join read.organizations o on o.id = c.organization_id
             where c.course_id = $1 and not o.is_paid`,
      values: [courseId],
    });
    return rows[0]?.id ?? null;
  }

  private async signOut(organizationId: string, moment: Date): Promise<void> {
    await this.progress.catchUp();
    const { rows: people } = await this.pool.query<OrganizationMember>(
      `select id, role, organization_id as "organizationId" from read.people
       where organization_id = $1 and role <> 'SystemAdmin'`,
      [organizationId],
    );
    const inClass = await peopleInRunningClass(this.pool, people);
    const userIds = people.map(({ id }) => id).filter((id) => !inClass.has(id));
    await this.families.endAllOf(userIds, 'organization-unpaid', moment);
  }
}
