import { AuditPage } from '../../features/audit/components/audit-page.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';
import { findUsers } from '../../features/people/api/find-users.js';

const findPeople = async (text: string) => (await findUsers(text)).map(({ id, username }) => ({ id, name: username }));

export default function AuditRoute() {
  return <AuditPage organizations={useOrganizationChoices(true)} findPeople={findPeople} />;
}
