/**
 * SQL of the organization of a sandbox `s` with the owner `p`: the owner's present organization, because sandboxes move with
 * their owner. For a deleted account, it is the organization in which the sandbox was created.
 */
export const OWNERS_ORGANIZATION =
  'case when p.id is null or p.deleted then s.organization_id else p.organization_id end';
