import { z } from 'zod';
import { defineTopic } from '../../../platform/live/define-topic.js';
import { OrganizationsQuery } from './organizations.query.js';

/** Topic `organizations`, id `all`: the list of GET /api/organizations, for system admins. */
export const organizationsTopic = defineTopic({
  topic: 'organizations',
  kind: 'rows',
  id: z.literal('all'),
  follows: (id) => ({ topic: 'organizations', id }),
  inject: [OrganizationsQuery],
  create: (organizations) => ({
    audienceOf: async (actor) => (actor.roles.includes('SystemAdmin') ? 'system-admin' : null),
    read: (_id, _audience, since) => organizations.changedSince(since),
  }),
});
