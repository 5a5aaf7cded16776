import type { Actor } from '../../platform/auth/actor.js';
import type { Person } from './people.query.js';

/** Oneself, a system admin, and an organization admin for the own organization (decisions U4). */
export function maySeeUser(actor: Actor, person: Pick<Person, 'id' | 'organizationId'>): boolean {
  if (actor.userId === person.id || actor.role === 'SystemAdmin') return true;
  return (
    actor.role === 'OrganizationAdmin' &&
    actor.organizationId !== null &&
    actor.organizationId === person.organizationId
  );
}
