import { NONE } from '../../../api/contracts/debrief-state.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import { PastGradebook } from '../../features/gradebook/components/past-gradebook.js';
import { useGradebookAt } from './use-gradebook-at.js';
import styles from './debrief-views.module.css';

/** The gradebook of a class as of the shown moment. */
export default function DebriefGradebook({ open, playhead }: DebriefViewProps) {
  const { debrief, axis, recording } = open;
  const gradebook = useGradebookAt({ open, playhead });

  /** Shows the moment of the result of a cell. */
  function showResult(userId: string, scenarioId: string): void {
    const person = recording.people.findIndex(([id]) => id === userId);
    const cell = person * recording.scenarios.length + recording.scenarios.indexOf(scenarioId);
    const index = debrief.at(debrief.positionAt(axis.timeAt(playhead.get().offset))).best[cell] ?? NONE;
    const attempt = recording.attempts[index];
    if (!attempt) return;
    playhead.pause();
    playhead.seek(axis.offsetOf(debrief.order === 'seen' ? attempt[3] : attempt[5]));
  }

  return (
    <div className={styles.fill}>
      <PastGradebook
        session={recording.session}
        open={gradebook}
        help={debriefMessages.gradebook.help}
        onCell={({ userId }, scenario) => scenario && showResult(userId, scenario.scenarioId)}
        onQuiz={() => undefined}
      />
    </div>
  );
}
