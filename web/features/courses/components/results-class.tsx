import type { Group } from '../../../../api/contracts/group.contract.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { useSwitchClass } from '../select-course.js';
import { byName } from '../course-list.js';
import { ownCourseMessages as messages } from '../own-course.messages.js';

interface ResultsClassProps {
  userId: string;
  /** The user's courses with a running class. The first one is the course whose class receives the results. */
  running: readonly Group[];
}

/** Shows which class receives the user's own results, and switches it when several classes are running. */
export function ResultsClass({ userId, running }: ResultsClassProps) {
  const switchClass = useSwitchClass(userId);
  const [receiving] = running;
  if (!receiving) return null;
  if (running.length === 1) return <p>{messages.resultsGoTo(receiving.name)}</p>;
  return (
    <SelectField
      label={messages.chooseClass}
      value={receiving.id}
      options={byName(running).map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(chosen) => {
        const course = running.find(({ id }) => id === chosen);
        if (course) switchClass.mutate(course);
      }}
    />
  );
}
