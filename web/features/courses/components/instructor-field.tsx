import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { Loading } from '../../../shared/ui/loading.js';
import { SelectField } from '../../../shared/ui/select-field.js';

interface InstructorFieldProps {
  /** Undefined while they load. */
  instructors: readonly BasicUser[] | undefined;
  value: string;
  /** Who runs the course now, also when the account is disabled. */
  current?: { id: string; username: string };
  onChange: (id: string) => void;
}

/** The choice of who runs a course. */
export function InstructorField({ instructors, value, current, onChange }: InstructorFieldProps) {
  if (!instructors) return <Loading text="Loading instructors…" />;
  const listed = instructors.some(({ id }) => id === current?.id);
  return (
    <>
      <SelectField
        label="Instructor"
        value={value}
        options={[
          ...(current && !listed ? [{ value: current.id, text: current.username }] : []),
          ...(current || instructors.length === 0 ? [] : [{ value: '', text: 'Choose an instructor' }]),
          ...instructors.map(({ id, username, firstName, lastName }) => ({
            value: id,
            text: `${username} (${`${firstName} ${lastName}`.trim()})`,
          })),
        ]}
        onChange={onChange}
      />
      {instructors.length === 0 && <p>The organization has no instructor yet. Give somebody that role first.</p>}
    </>
  );
}
