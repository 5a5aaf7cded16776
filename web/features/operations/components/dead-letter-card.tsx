import Button from '@mui/material/Button';
import type { DeadLetter } from '../../../../api/contracts/dead-letter.contract.js';
import { affectedBy, remedyFor } from '../../../../api/contracts/dead-letter-words.rule.js';
import { Chip } from '../../../shared/ui/chip.js';
import { When } from '../../../shared/ui/when.js';
import { KIND_WORDS } from '../dead-letter-words.js';
import { readable } from '../status-words.js';
import styles from './system-status.module.css';

interface DeadLetterCardProps {
  letter: DeadLetter;
  now: Date;
  onReplay: () => void;
}

export function DeadLetterCard({ letter, now, onReplay }: DeadLetterCardProps) {
  const { kind, reader, eventType, stream, version, recordedAt, since, error, events, replaying } = letter;
  const { name, action, under } = KIND_WORDS[kind];
  return (
    <li className={styles.letter}>
      <h3>
        <Chip tone="bad">{name}</Chip> {readable(reader)}
      </h3>
      <p>{affectedBy(kind, reader, events)}</p>
      <dl className={styles.figures}>
        <div>
          <dt className="label">Error</dt>
          <dd>{error}</dd>
        </div>
        <div>
          <dt className="label">Since</dt>
          <dd>
            <When moment={since} now={now} />
          </dd>
        </div>
        {stream !== null && (
          <div>
            <dt className="label">Event</dt>
            <dd>
              {eventType ?? 'unknown'}, number {version} of {stream}
              {events > 1 && `, with ${events - 1} later ones`}
            </dd>
          </div>
        )}
        {recordedAt && (
          <div>
            <dt className="label">Recorded</dt>
            <dd>
              <When moment={recordedAt} now={now} />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.soft}>{remedyFor(kind)}</p>
      {replaying ? (
        <p role="status">
          <Chip tone="note">{under}</Chip>
        </p>
      ) : (
        <Button variant="outlined" onClick={onReplay} aria-label={`${action}: ${readable(reader)}`}>
          {action}
        </Button>
      )}
    </li>
  );
}
