import Button from '@mui/material/Button';
import { gameMessages as messages } from '../game.messages.js';
import styles from './game-viewer.module.css';

interface BrokenGameProps {
  /** What the player can do about it. */
  advice: string;
  onRetry: () => void;
}

/** Replaces a game that is missing or does not start. */
export function BrokenGame({ advice, onRetry }: BrokenGameProps) {
  return (
    <div className={styles.cover} role="alert">
      <h2>{messages.broken.title}</h2>
      <p>{advice}</p>
      <Button variant="contained" onClick={onRetry}>
        {messages.broken.retry}
      </Button>
    </div>
  );
}
