import { useState } from 'react';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { useAssignAccessCode } from '../api/assign-access-code.js';
import type { OrganizationChoice } from '../organization-choice.js';

interface AssignDialogProps {
  code: AccessCode;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** Assigns a code to an organization, for good. */
export default function AssignDialog({ code, organizations, onClose }: AssignDialogProps) {
  const [organizationId, setOrganizationId] = useState('');
  const assign = useAssignAccessCode(code);
  return (
    <FormDialog
      title="Assign Organization"
      submit="Assign"
      pending={assign.isPending}
      disabled={organizationId === ''}
      problem={titleOf(assign.error)}
      onSubmit={() => assign.mutate(organizationId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Whoever registers with <span className="figures">{code.code}</span> becomes a member of this organization and
        takes one of its seats. A code is assigned once and cannot be moved.
      </p>
      <SelectField
        label="Organization"
        value={organizationId}
        options={[
          { value: '', text: organizations.length === 0 ? 'Create an organization first' : 'Choose…' },
          ...organizations.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={(id) => {
          setOrganizationId(id);
          assign.reset();
        }}
      />
    </FormDialog>
  );
}
