/**
 * The organization a sandbox `s` of a person `p` belongs to: the one its owner is in now, as whoever moves takes theirs along;
 * of an account that is gone the one it was created in.
 */
export const OWNERS_ORGANIZATION =
  'case when p.id is null or p.deleted then s.organization_id else p.organization_id end';
