import Button from '@mui/material/Button';
import type { RecordedFlight } from '../../../../api/contracts/recorded-flight.contract.js';
import { levelsMessages } from '../../../shared/levels.messages.js';
import { gameMessages } from '../game.messages.js';
import styles from './game-viewer.module.css';

interface ReplayedResultsProps {
  flights: readonly RecordedFlight[];
  /** False while the game has not said that it can replay flights. */
  canReplay: boolean;
  onLeave: () => void;
}

/** What the game reported about the replayed flights. */
export function ReplayedResults({ flights, canReplay, onLeave }: ReplayedResultsProps) {
  const texts = gameMessages.replay;
  return (
    <>
      <ul className={styles.replayed} aria-label={texts.reported}>
        {flights.map(({ attemptId, name, scenarioTitle, totalScore, maxTotalScore, passed, level, flight }) => (
          <li key={attemptId}>
            <b>{name}</b> {scenarioTitle}: {texts.points(totalScore, maxTotalScore, passed)}{' '}
            {levelsMessages.sentences[level]} {flight === null && <span>{texts.noInputs}</span>}
          </li>
        ))}
      </ul>
      {!canReplay && <p className={styles.hint}>{texts.onlyReported}</p>}
      <Button variant="outlined" size="small" onClick={onLeave}>
        {texts.leave}
      </Button>
    </>
  );
}
