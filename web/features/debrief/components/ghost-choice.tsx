import { SelectField } from '../../../shared/ui/fields.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import type { useGhost } from '../use-ghost.js';
import styles from './debrief-page.module.css';

type GhostChoiceProps = Omit<ReturnType<typeof useGhost>, 'ghost'>;

/** Chooses another class of the course to compare with. Renders nothing when there is none. */
export function GhostChoice({ isPending, others, chosen, failed, onChoose }: GhostChoiceProps) {
  if (others.length === 0 && !isPending) return null;
  return (
    <div className={styles.order}>
      <SelectField
        label={messages.ghost.label}
        value={chosen ?? ''}
        disabled={isPending}
        error={failed ? messages.ghost.failed : undefined}
        options={[
          { value: '', text: messages.ghost.none },
          ...others.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={(id) => onChoose(id || undefined)}
      />
    </div>
  );
}
