import type { User } from '../../../api/contracts/user.contract.js';
import { AuditPage } from '../../features/audit/components/audit-page.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';
import { api } from '../../shared/api-client/api.js';

const SHOWN = 8;

/** GET /users/admin-detailed?search: returns the first matching users, for fields that select a person. */
async function findPeople(search: string) {
  const query = new URLSearchParams({ limit: String(SHOWN), search });
  const users = await api.call<User[]>(`/users/admin-detailed?${query}`, { keepsPage: true });
  return users.map(({ id, username }) => ({ id, name: username }));
}

export default function AuditRoute() {
  return <AuditPage organizations={useOrganizationChoices(true)} findPeople={findPeople} />;
}
