import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { organizationQuery } from '../api/get-organization.js';
import { useRecordClasses } from '../api/record-classes.js';
import { organizationsMessages as messages } from '../organizations.messages.js';

/** Switch for an admin of an organization that turns the recording of its classes on or off; nothing while it loads. */
export function RecordClassesSwitch({ organizationId }: { organizationId: string }) {
  const { data: organization } = useQuery(organizationQuery(organizationId));
  return organization && <LoadedSwitch organization={organization} />;
}

function LoadedSwitch({ organization }: { organization: Organization }) {
  const record = useRecordClasses(organization);
  return (
    <Toggle
      label={messages.recordClasses}
      tone="quiet"
      checked={organization.recordsClasses}
      words={[messages.classesRecorded, messages.classesNotRecorded]}
      disabled={record.isPending}
      hint={messages.recordHint}
      onChange={(recordsClasses) => record.mutate(recordsClasses)}
    />
  );
}
