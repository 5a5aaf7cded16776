import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ADVISED_COURSE_NAME_LENGTH, CreateGroupRequest } from '../../../../api/contracts/group.contract.js';
import type { BasicUser } from '../../../../api/contracts/user.contract.js';
import { FormSelect, FormText } from '../../../shared/forms/form-fields.js';
import { useSchemaForm } from '../../../shared/forms/use-schema-form.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useCreateCourse } from '../course-changes.api.js';
import { instructorsQuery } from '../course-administration.api.js';
import { seesOrganizations, type CoursesViewer } from '../courses-viewer.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { coursesMessages as pageMessages } from '../courses.messages.js';
import { InstructorField } from './instructor-field.js';
import { MemberPicker } from './member-picker.js';

const NewCourse = z.object({
  name: CreateGroupRequest.shape.name,
  organizationId: z.string().min(1, { error: () => messages.create.organizationMissing }),
  ownerId: z.string().min(1, { error: () => messages.create.instructorMissing }),
  caption: CreateGroupRequest.shape.caption.unwrap().trim(),
  members: z.array(z.custom<BasicUser>()),
});

interface CreateCourseDialogProps {
  viewer: CoursesViewer;
  organizations: readonly { id: string; name: string }[];
  onClose: () => void;
}

/** Creates a course with a name, an instructor and its first students. */
export function CreateCourseDialog({ viewer, organizations, onClose }: CreateCourseDialogProps) {
  const texts = messages.create;
  const nameHelp = texts.nameHelp(ADVISED_COURSE_NAME_LENGTH);
  const create = useCreateCourse();
  const { control, getValues, handleSubmit, problem, setValue } = useSchemaForm({
    schema: NewCourse,
    values: { name: '', organizationId: viewer.organizationId ?? '', ownerId: '', caption: '', members: [] },
    action: create,
  });
  const [typedName, organizationId] = useWatch({ control, name: ['name', 'organizationId'] });
  const { data: instructors } = useQuery({ ...instructorsQuery(organizationId), enabled: organizationId !== '' });
  const leaveOrganization = () => {
    setValue('ownerId', '');
    // Users without an organization may be members of any course.
    const anywhere = getValues('members').filter((member) => member.organizationId === null);
    setValue('members', anywhere);
  };
  const submit = handleSubmit(({ name, ownerId, caption, members }) =>
    create.mutate({ name, ownerId, caption, memberIds: members.map(({ id }) => id) }, { onSuccess: onClose }),
  );

  return (
    <FormDialog
      title={pageMessages.create}
      submit={texts.submit}
      action={create}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in its fields
        autoFocus
        label={texts.name}
        error={typedName.trim().length > ADVISED_COURSE_NAME_LENGTH ? nameHelp : undefined}
        hint={nameHelp}
        maxLength={255}
        autoComplete="off"
      />
      {seesOrganizations(viewer) && (
        <FormSelect
          control={control}
          name="organizationId"
          label={pageMessages.columns.organization}
          options={[
            { value: '', text: texts.chooseOrganization },
            ...organizations.map((organization) => ({ value: organization.id, text: organization.name })),
          ]}
          onPick={leaveOrganization}
        />
      )}
      {organizationId !== '' && <InstructorField control={control} name="ownerId" instructors={instructors} />}
      <FormText
        control={control}
        name="caption"
        label={texts.caption}
        hint={texts.captionHelp}
        maxLength={255}
        autoComplete="off"
      />
      {organizationId !== '' && (
        <Controller
          control={control}
          name="members"
          render={({ field: { value, onChange } }) => (
            <MemberPicker organizationId={organizationId} members={value} onChange={onChange} />
          )}
        />
      )}
    </FormDialog>
  );
}
