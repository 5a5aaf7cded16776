import { z } from 'zod';
import { STAFF } from '../../../platform/auth/access.decorator.js';
import { defineTopic } from '../../../platform/live/define-topic.js';
import { scopeOf } from '../course.policy.js';
import type { CourseScope } from '../course.query.js';
import { CourseListingsQuery } from './course-listings.query.js';

/** Topic `courses`, id `all`: the list of GET /api/groups/listings. Watchers with the same scope form one audience. */
export const coursesTopic = defineTopic({
  topic: 'courses',
  kind: 'rows',
  pauseMs: 500,
  id: z.literal('all'),
  // Every join changes a course. Only the audiences that list the course read again.
  follows: (_id, audience) => ({ topic: 'courses', id: audience }),
  inject: [CourseListingsQuery],
  create: (listings) => ({
    audienceOf: async (actor) =>
      STAFF.some((role) => actor.roles.includes(role)) ? audienceOfScope(scopeOf(actor)) : null,
    read: (_id, audience, since) => listings.changedSince(scopeOfAudience(audience), since),
  }),
});

function audienceOfScope(scope: CourseScope): string {
  if (scope.kind === 'all') return 'all';
  return `${scope.kind}:${scope.kind === 'organization' ? scope.organizationId : scope.ownerId}`;
}

function scopeOfAudience(audience: string): CourseScope {
  const [kind, id = ''] = audience.split(':');
  if (kind === 'all') return { kind };
  return kind === 'organization' ? { kind, organizationId: id } : { kind: 'owner', ownerId: id };
}
