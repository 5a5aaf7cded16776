import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { FormSelect } from '../../../shared/forms/form-fields.js';
import { Loading } from '../../../shared/ui/loading.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { coursesMessages as pageMessages } from '../courses.messages.js';

interface InstructorFieldProps<Values extends FieldValues, Sent> {
  control: Control<Values, unknown, Sent>;
  name: FieldPath<Values>;
  /** Undefined while the instructors load. */
  instructors: readonly BasicUser[] | undefined;
  /** The current instructor, included even when the account is disabled. */
  current?: { id: string; username: string };
}

/** Select field for the instructor of a course. */
export function InstructorField<Values extends FieldValues, Sent>({
  control,
  name,
  instructors,
  current,
}: InstructorFieldProps<Values, Sent>) {
  const texts = messages.instructor;
  if (!instructors) return <Loading text={texts.loading} />;
  const listed = instructors.some(({ id }) => id === current?.id);
  return (
    <>
      <FormSelect
        control={control}
        name={name}
        label={pageMessages.columns.instructor}
        options={[
          ...(current && !listed ? [{ value: current.id, text: current.username }] : []),
          ...(current || instructors.length === 0 ? [] : [{ value: '', text: texts.choose }]),
          ...instructors.map(({ id, username, firstName, lastName }) => ({
            value: id,
            text: `${username} (${`${firstName} ${lastName}`.trim()})`,
          })),
        ]}
      />
      {instructors.length === 0 && <p>{texts.none}</p>}
    </>
  );
}
