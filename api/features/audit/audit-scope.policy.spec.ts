import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/auth/actor.js';
import type { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { AuditIndex } from './audit.query.js';
import { AuditScope } from './audit-scope.policy.js';

const [organizationId, elsewhere, id] = [uuidv7(), uuidv7(), uuidv7()];
const manager = { role: 'OrganizationAdmin', organizationId } as Actor;

/** Returns a scope whose index finds the target's organization only after it has caught up. */
function scopeOf(before: string | undefined, after: string | undefined): AuditScope {
  let known = before;
  const index = { organizationOf: () => Promise.resolve(known) } as unknown as AuditIndex;
  const progress = { catchUp: async () => void (known = after) } as unknown as Progress;
  return new AuditScope(index, progress);
}

it('shows a target that the index finds after it has caught up', async () => {
  expect(await scopeOf(undefined, organizationId).of(manager, 'user', id)).toBe(organizationId);
  expect(await scopeOf(elsewhere, organizationId).of(manager, 'user', id)).toBe(organizationId);
});

it.each([undefined, elsewhere])('rejects a target of another organization or of none: %s', async (owner) => {
  await expect(scopeOf(owner, owner).of(manager, 'user', id)).rejects.toMatchObject({ status: 404 });
});
