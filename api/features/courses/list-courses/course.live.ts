import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { CourseDetails } from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../../platform/live/live-topic.js';
import { listMembers } from '../../people/people.query.js';
import { isStaffOf } from '../course-staff.query.js';
import { CourseQuery } from '../course.query.js';
import { CourseListingsQuery } from './course-listings.query.js';

/** Topic `course`: one course and its members, for its staff; null once it is deleted. */
@Injectable()
export class CourseLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'course';
  readonly kind = 'snapshot';

  constructor(
    private readonly topics: LiveTopics,
    private readonly courses: CourseQuery,
    private readonly listings: CourseListingsQuery,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    const course = Id.safeParse(id).success ? await this.courses.findCourse(id) : null;
    // Those who were its staff stay, to be told that it is gone.
    return course && isStaffOf(actor, { ...course, deleted: false }) ? 'staff' : null;
  }

  changeIdOf(id: string): string {
    return id;
  }

  async read(id: string): Promise<LiveRead> {
    const { listing, sequence, generation } = await this.listings.find(id);
    return {
      sequence,
      generation,
      rows: [{ key: 'snapshot', sequence, value: listing && (await this.detailsOf(listing)) }],
    };
  }

  private async detailsOf(course: CourseDetails['course']): Promise<CourseDetails> {
    const memberIds = (await this.courses.listMemberIds([course.id])).get(course.id) ?? [];
    return { course, members: await listMembers(this.pool, memberIds) };
  }
}
