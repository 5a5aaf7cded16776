import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ADVISED_COURSE_NAME_LENGTH } from '../../../../api/contracts/group.contract.js';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { SelectField } from '../../../shared/ui/select-field.js';
import { TextInput } from '../../../shared/ui/text-input.js';
import { useCreateCourse } from '../api/create-course.js';
import { instructorsQuery } from '../api/get-instructors.js';
import { seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import { InstructorField } from './instructor-field.js';
import { MemberPicker } from './member-picker.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const ADVISED: typeof ADVISED_COURSE_NAME_LENGTH = 32;
const NAME_HELP = `Name must be ${ADVISED} characters or less`;

interface CreateCourseDialogProps {
  viewer: CoursesViewer;
  organizations: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** Creates a course: its name, who runs it, and who is in it from the start. */
export function CreateCourseDialog({ viewer, organizations, onClose }: CreateCourseDialogProps) {
  const [organizationId, setOrganizationId] = useState(viewer.organizationId ?? '');
  const [name, setName] = useState('');
  const [ownerId, setOwnerId] = useState('');
  const [caption, setCaption] = useState('');
  const [members, setMembers] = useState<readonly BasicUser[]>([]);
  const { data: instructors } = useQuery({ ...instructorsQuery(organizationId), enabled: organizationId !== '' });
  const create = useCreateCourse();
  const errors = create.error instanceof ApiError ? create.error.errors : {};
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      create.reset();
    };
  const changeOrganization = (id: string) => {
    setOrganizationId(id);
    setOwnerId('');
    // those without an organization may be in any course
    setMembers(members.filter((member) => member.organizationId === null));
    create.reset();
  };

  return (
    <FormDialog
      title="Create Course"
      submit="Create"
      pending={create.isPending}
      disabled={name.trim() === '' || ownerId === ''}
      problem={titleOf(create.error)}
      onSubmit={() =>
        create.mutate(
          { name: name.trim(), ownerId, caption: caption.trim(), memberIds: members.map(({ id }) => id) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <TextInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in its fields
        autoFocus
        label="Name"
        value={name}
        error={errors.name ?? (name.trim().length > ADVISED ? NAME_HELP : undefined)}
        hint={NAME_HELP}
        maxLength={255}
        autoComplete="off"
        onChange={edit(setName)}
      />
      {seesOrganizations(viewer) && (
        <SelectField
          label="Organization"
          value={organizationId}
          options={[
            { value: '', text: 'Choose an organization' },
            ...organizations.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={changeOrganization}
        />
      )}
      {organizationId !== '' && (
        <InstructorField instructors={instructors} value={ownerId} onChange={edit(setOwnerId)} />
      )}
      <TextInput
        label="Caption"
        value={caption}
        error={errors.caption}
        hint="Optional, such as the term or the room."
        maxLength={255}
        autoComplete="off"
        onChange={edit(setCaption)}
      />
      {organizationId !== '' && (
        <MemberPicker organizationId={organizationId} members={members} onChange={edit(setMembers)} />
      )}
    </FormDialog>
  );
}
