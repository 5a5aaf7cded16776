import type { Organization } from '../../../api/contracts/organization.contract.js';

/** An action of a system admin that opens a dialog. */
export type OrganizationDialog =
  | { kind: 'create' }
  | { kind: 'limit' | 'unpaid' | 'delete'; organization: Organization };
