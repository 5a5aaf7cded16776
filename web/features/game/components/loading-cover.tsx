import { Brand } from '../../../shared/ui/brand.js';
import styles from './game-viewer.module.css';

/** Over the game until it runs; `progress` from 0 to 1. */
export function LoadingCover({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100);
  return (
    <div className={styles.cover}>
      <div className={styles.logo}>
        <Brand />
      </div>
      <p
        className="figures"
        role="progressbar"
        aria-label="The game"
        aria-valuenow={percent}
        aria-valuetext={`${percent}%`}
      >
        Loading... {percent}%
      </p>
      <div className={styles.bar} aria-hidden>
        <div style={{ transform: `scaleX(${progress})` }} />
      </div>
    </div>
  );
}
