import { z } from 'zod';
import { USERS_PROJECTIONS, UsersQueries } from './users.query.js';
import { Id } from '../../../../contracts/primitives.contract.js';
import { ReadModelPositions } from '../../../../platform/eventsourcing/projecting/read-model-positions.js';
import { defineTopic } from '../../../../platform/live/define-topic.js';
import { scopeOfList } from '../../user.policy.js';

const ALL_USERS = 'all';
const ROWS_AT_ONCE = 1_000;

/** Topic `users`: the users of an organization, or of `all`. Rows have the shape of GET /api/users/admin-detailed. */
export const usersTopic = defineTopic({
  topic: 'users',
  kind: 'rows',
  id: z.union([z.literal(ALL_USERS), Id]),
  follows: (id) => ({ topic: 'users', id }),
  inject: [UsersQueries, ReadModelPositions],
  create: (users, place) => ({
    async audienceOf(actor, id) {
      if (actor.role !== 'SystemAdmin' && actor.role !== 'OrganizationAdmin') return null;
      if (id === ALL_USERS) return actor.role === 'SystemAdmin' ? 'admins' : null;
      return scopeOfList(actor, id) ? 'admins' : null;
    },
    async read(id, _audience, since) {
      const { sequence, generation } = await place.read(USERS_PROJECTIONS);
      const changed = await users.changedSince(id === ALL_USERS ? null : id, since, ROWS_AT_ONCE);
      const rows = changed.map((row) => ({ key: row.id, sequence: row.sequence, value: row.user }));
      const hasMore = rows.length === ROWS_AT_ONCE;
      return { sequence: hasMore ? rows.at(-1)!.sequence : sequence, generation, rows, hasMore };
    },
  }),
});
