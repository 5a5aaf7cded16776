import { useQueryClient } from '@tanstack/react-query';
import { JoinCourseRequest, type JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import { FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { ownCourseMessages as messages } from '../own-course.messages.js';

interface JoinCourseDialogProps {
  onClose: () => void;
  onJoined: (joined: JoinCourseResponse) => void;
}

/** Joins a course by its course code. */
export default function JoinCourseDialog({ onClose, onJoined }: JoinCourseDialogProps) {
  const texts = messages.joinDialog;
  const join = useJoinCourse(onJoined);
  const { control, handleSubmit, problem } = useSchemaForm({
    schema: JoinCourseRequest,
    values: { code: '' },
    action: join,
  });
  return (
    <FormDialog
      title={messages.join}
      submit={texts.submit}
      action={join}
      problem={null}
      onSubmit={handleSubmit((request) => join.mutate(request))}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label={texts.code}
        // The server names the field `AccessCode` when no course has this code.
        error={problem || undefined}
        hint={texts.codeHelp}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
      />
    </FormDialog>
  );
}

/** POST /groups/join: joins a course, and its running class if there is one. */
function useJoinCourse(onJoined: (joined: JoinCourseResponse) => void) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: JoinCourseRequest, idempotencyKey) =>
      api.call<JoinCourseResponse>('/groups/join', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onSuccess: (joined) => {
      void client.invalidateQueries({ queryKey: ['users'] });
      onJoined(joined);
    },
  });
}
