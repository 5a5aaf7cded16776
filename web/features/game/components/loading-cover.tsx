import { useSyncExternalStore } from 'react';
import { Brand } from '../../../shared/ui/brand.js';
import type { BuildDownload } from '../build-download.js';
import styles from './game-viewer.module.css';

const MEGABYTE = 1_000_000;
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** Covers the game until it runs, and shows how much of it has arrived. */
export function LoadingCover({ download }: { download: BuildDownload }) {
  const { bytes, totalBytes, isComplete } = useSyncExternalStore(download.subscribe, download.read);
  const part = isComplete || totalBytes === 0 ? 1 : bytes / totalBytes;
  const percent = Math.floor(part * 100);
  const size = totalBytes < MEGABYTE ? '' : `${inMegabytes(bytes)} of ${inMegabytes(totalBytes)} MB`;
  const detail = isComplete ? 'Starting the game' : size;
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
        aria-valuetext={detail ? `${percent}%, ${detail}` : `${percent}%`}
      >
        Loading... {percent}%
      </p>
      <div className={styles.bar} aria-hidden>
        <div style={{ transform: `scaleX(${part})` }} />
      </div>
      <p className={`figures ${styles.detail}`}>{detail}</p>
    </div>
  );
}
