import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import type { VisibleClass } from '../../../contracts/group.contract.js';
import type { Member } from '../../../contracts/user.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated, Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { listMembers } from '../../people/people.query.js';
import { CourseAccess } from '../course-access.policy.js';
import { CourseQuery, type CourseSummary } from '../course.query.js';

/** Routes that read one class (docs/rules.md#reading-a-class). */
@Controller('sessions/:id')
export class ClassesReadController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Authenticated()
  async one(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<VisibleClass> {
    const { course, session, staff } = await this.access.classOfMember(actor, id);
    const recordedDays = (await this.isRecorded(course)) ? this.config.recordingDays : null;
    return { ...session, groupName: course.name, accessCode: staff ? course.code : null, recordedDays };
  }

  @Get('members')
  @Roles(...STAFF)
  async members(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<Member[]> {
    await this.access.classOfStaff(actor, id);
    return listMembers(this.pool, await this.courses.listRoster(id, { moved: true }));
  }

  /** Classes without an organization are recorded. */
  private async isRecorded({ organizationId }: CourseSummary): Promise<boolean> {
    const { rows } = await this.pool.query<{ records: boolean }>({
      name: 'records-classes',
      text: 'select records_classes as records from read.organizations where id = $1',
      values: [organizationId],
    });
    return rows[0]?.records ?? true;
  }
}
