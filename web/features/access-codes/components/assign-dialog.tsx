import { z } from 'zod';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { FormSelect } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useAssignAccessCode } from '../api/assign-access-code.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import type { OrganizationChoice } from '../organization-choice.js';

const Assignment = z.object({
  organizationId: z.string().min(1, { error: () => messages.assignDialog.chooseOrganization }),
});

interface AssignDialogProps {
  code: AccessCode;
  organizations: readonly OrganizationChoice[];
  onClose: () => void;
}

/** Assigns a code to an organization, which cannot be undone. */
export default function AssignDialog({ code, organizations, onClose }: AssignDialogProps) {
  const texts = messages.assignDialog;
  const assign = useAssignAccessCode(code);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: Assignment,
    values: { organizationId: '' },
    action: assign,
  });
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      action={assign}
      problem={problem}
      onSubmit={handleSubmit(({ organizationId }) => assign.mutate(organizationId, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <p>{texts.help(<span className="figures">{code.code}</span>)}</p>
      <FormSelect
        control={control}
        name="organizationId"
        label={texts.organization}
        options={[
          { value: '', text: organizations.length === 0 ? texts.noOrganizations : texts.choose },
          ...organizations.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    </FormDialog>
  );
}
