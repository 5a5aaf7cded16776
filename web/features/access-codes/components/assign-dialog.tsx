import { z } from 'zod';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { FormSelect } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useAssignAccessCode } from '../api/assign-access-code.js';
import type { OrganizationChoice } from '../organization-choice.js';

const Assignment = z.object({ organizationId: z.string().min(1, 'Choose an organization.') });

interface AssignDialogProps {
  code: AccessCode;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** Assigns a code to an organization; this cannot be undone. */
export default function AssignDialog({ code, organizations, onClose }: AssignDialogProps) {
  const assign = useAssignAccessCode(code);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: Assignment,
    values: { organizationId: '' },
    action: assign,
  });
  return (
    <FormDialog
      title="Assign Organization"
      submit="Assign"
      action={assign}
      problem={problem}
      onSubmit={handleSubmit(({ organizationId }) => assign.mutate(organizationId, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>
        A person who registers with <span className="figures">{code.code}</span> becomes a member of this organization
        and takes one of its seats. A code is assigned once and cannot be moved.
      </p>
      <FormSelect
        control={control}
        name="organizationId"
        label="Organization"
        options={[
          { value: '', text: organizations.length === 0 ? 'Create an organization first' : 'Choose…' },
          ...organizations.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    </FormDialog>
  );
}
