import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { STAFF } from '../../../platform/auth/access.decorator.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../../platform/live/live-topic.js';
import type { CourseScope } from '../course.query.js';
import { scopeOf } from '../course-staff.query.js';
import { CourseListingsQuery } from './course-listings.query.js';

/** Topic `courses`, id `all`: what GET /api/groups/listings lists. Everybody of one scope is one audience. */
@Injectable()
export class CoursesLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'courses';
  readonly kind = 'rows';
  readonly pauseMs = 500;

  constructor(
    private readonly topics: LiveTopics,
    private readonly listings: CourseListingsQuery,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    if (id !== 'all' || !STAFF.some((role) => actor.roles.includes(role))) return null;
    return audienceOfScope(scopeOf(actor));
  }

  /** Every join changes a course: only those who list it look. */
  changeIdOf(_id: string, audience: string): string {
    return audience;
  }

  read(_id: string, audience: string, since: number): Promise<LiveRead> {
    return this.listings.changedSince(scopeOfAudience(audience), since);
  }
}

function audienceOfScope(scope: CourseScope): string {
  if (scope.kind === 'all') return 'all';
  return `${scope.kind}:${scope.kind === 'organization' ? scope.organizationId : scope.ownerId}`;
}

function scopeOfAudience(audience: string): CourseScope {
  const [kind, id = ''] = audience.split(':');
  if (kind === 'all') return { kind };
  return kind === 'organization' ? { kind, organizationId: id } : { kind: 'owner', ownerId: id };
}
