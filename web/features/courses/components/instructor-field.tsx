import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { FormSelect } from '../../../shared/forms/form-fields.js';
import { Loading } from '../../../shared/ui/loading.js';

interface InstructorFieldProps<Values extends FieldValues, Sent> {
  control: Control<Values, unknown, Sent>;
  name: FieldPath<Values>;
  /** Undefined while they load. */
  instructors: readonly BasicUser[] | undefined;
  /** The present instructor, also when the account is disabled. */
  current?: { id: string; username: string };
}

/** The choice of a course's instructor. */
export function InstructorField<Values extends FieldValues, Sent>({
  control,
  name,
  instructors,
  current,
}: InstructorFieldProps<Values, Sent>) {
  if (!instructors) return <Loading text="Loading instructors…" />;
  const listed = instructors.some(({ id }) => id === current?.id);
  return (
    <>
      <FormSelect
        control={control}
        name={name}
        label="Instructor"
        options={[
          ...(current && !listed ? [{ value: current.id, text: current.username }] : []),
          ...(current || instructors.length === 0 ? [] : [{ value: '', text: 'Choose an instructor' }]),
          ...instructors.map(({ id, username, firstName, lastName }) => ({
            value: id,
            text: `${username} (${`${firstName} ${lastName}`.trim()})`,
          })),
        ]}
      />
      {instructors.length === 0 && <p>The organization has no instructor yet. Give a user that role first.</p>}
    </>
  );
}
