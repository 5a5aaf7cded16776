import Button from '@mui/material/Button';
import type { DeadLetter } from '../../../../api/contracts/dead-letter.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { When } from '../../../shared/ui/when.js';
import { replayWords } from '../dead-letter-words.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { problemsMessages } from '../problems.messages.js';
import { readable } from '../status-words.js';
import styles from './system-status.module.css';

interface DeadLetterCardProps {
  letter: DeadLetter;
  now: Date;
  onReplay: () => void;
}

export function DeadLetterCard({ letter, now, onReplay }: DeadLetterCardProps) {
  const { kind, reader, eventType, stream, version, recordedAt, since, error, events, replaying } = letter;
  const { action, underWay } = replayWords(kind);
  const texts = messages.deadLetters;
  const type = eventType ?? messages.unknown;
  return (
    <li className={styles.letter}>
      <h3>
        <Chip tone="bad">{messages.letterKinds[kind]}</Chip> <span translate="no">{readable(reader)}</span>
      </h3>
      <p>{problemsMessages.deadLetters.affectedBy(kind, reader, events)}</p>
      <dl className={styles.figures}>
        <div>
          <dt className="label">{texts.error}</dt>
          <dd>{error}</dd>
        </div>
        <div>
          <dt className="label">{texts.since}</dt>
          <dd>
            <When moment={since} now={now} />
          </dd>
        </div>
        {stream !== null && (
          <div>
            <dt className="label">{texts.event}</dt>
            <dd>
              {events > 1 ? texts.eventsFrom(type, version, stream, events - 1) : texts.eventAt(type, version, stream)}
            </dd>
          </div>
        )}
        {recordedAt && (
          <div>
            <dt className="label">{texts.recorded}</dt>
            <dd>
              <When moment={recordedAt} now={now} />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.soft}>{problemsMessages.deadLetters.remedyFor(kind)}</p>
      {replaying ? (
        <p role="status">
          <Chip tone="note">{underWay}</Chip>
        </p>
      ) : (
        <Button variant="outlined" onClick={onReplay} aria-label={messages.replay.actionOn(action, readable(reader))}>
          {action}
        </Button>
      )}
    </li>
  );
}
