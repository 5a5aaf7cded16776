import type { Organization } from '../../../api/contracts/organization.contract.js';

/** What a system admin wants to do. */
export type OrganizationAsked =
  { kind: 'create' } | { kind: 'limit' | 'unpaid' | 'delete'; organization: Organization };
