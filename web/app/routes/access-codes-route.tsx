import { AccessCodesPage } from '../../features/access-codes/components/access-codes-page.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';

export default function AccessCodesRoute() {
  return <AccessCodesPage organizations={useOrganizationChoices(true)} />;
}
