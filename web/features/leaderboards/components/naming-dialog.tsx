import { useState } from 'react';
import type { LeaderboardNaming } from '../../../../api/contracts/leaderboard.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { ChoiceField } from '../../../shared/ui/choice-field.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { useChangeLeaderboard } from '../api/leaderboard-settings.js';

const CHOICES = [
  { value: 'names', text: 'Usernames' },
  { value: 'aliases', text: 'Made-up names, such as Amber Falcon 4217' },
  { value: 'anonymous', text: 'No names: everybody is a Student' },
] as const;

interface NamingDialogProps {
  courseId: string;
  naming: LeaderboardNaming;
  onClose: () => void;
}

/** What students of the course read of each other on its boards. */
export default function NamingDialog({ courseId, naming, onClose }: NamingDialogProps) {
  const [chosen, setChosen] = useState<LeaderboardNaming>(naming);
  const change = useChangeLeaderboard(courseId, 'The names on the boards of this course are changed.');
  return (
    <FormDialog
      title="Names on the boards of this course"
      submit="Change"
      pending={change.isPending}
      disabled={chosen === naming}
      problem={titleOf(change.error)}
      onSubmit={() => change.mutate({ naming: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ChoiceField label="Students see" value={chosen} choices={CHOICES} onChange={setChosen} />
      <p>It holds for all classes of the course, at once. Everybody sees their own name, and you see all of them.</p>
    </FormDialog>
  );
}
