import { useState } from 'react';
import type { JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useJoinCourse } from '../api/join-course.js';

interface JoinCourseDialogProps {
  onClose: () => void;
  onJoined: (joined: JoinCourseResponse) => void;
}

/** Asks for a course code and joins that course (decisions C4, C5). */
export default function JoinCourseDialog({ onClose, onJoined }: JoinCourseDialogProps) {
  const [code, setCode] = useState('');
  const join = useJoinCourse(onJoined);
  const { error } = join;
  const message = error instanceof ApiError ? (error.errors.accessCode ?? error.errors.code ?? error.title) : undefined;
  return (
    <FormDialog
      title="Join course"
      submit="Join"
      pending={join.isPending}
      disabled={code.trim() === ''}
      onSubmit={() => join.mutate({ code: code.trim() })}
      onClose={onClose}
    >
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
        autoFocus
        label="Access Code"
        value={code}
        error={message}
        hint="Your instructor shows it in class."
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        onChange={(value) => {
          setCode(value);
          join.reset();
        }}
      />
    </FormDialog>
  );
}
