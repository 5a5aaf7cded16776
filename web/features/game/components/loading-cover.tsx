import { useSyncExternalStore } from 'react';
import { Brand } from '../../../shared/ui/brand.js';
import type { BuildDownload } from '../build-download.js';
import { gameMessages as messages } from '../game.messages.js';
import styles from './game-viewer.module.css';

const MEGABYTE = 1_000_000;
const inMegabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** Covers the game until it runs, and shows the progress of the download. */
export function LoadingCover({ download }: { download: BuildDownload }) {
  const { bytes, totalBytes, isComplete } = useSyncExternalStore(download.subscribe, download.read);
  const texts = messages.loading;
  const part = isComplete || totalBytes === 0 ? 1 : bytes / totalBytes;
  const percent = Math.floor(part * 100);
  const size = totalBytes < MEGABYTE ? '' : texts.megabytes(inMegabytes(bytes), inMegabytes(totalBytes));
  const detail = isComplete ? texts.starting : size;
  return (
    <div className={styles.cover}>
      <div className={styles.logo}>
        <Brand />
      </div>
      <p
        className="figures"
        role="progressbar"
        aria-label={texts.label}
        aria-valuenow={percent}
        aria-valuetext={detail ? texts.progress(percent, detail) : `${percent}%`}
      >
        {texts.percent(percent)}
      </p>
      <div className={styles.bar} aria-hidden>
        <div style={{ transform: `scaleX(${part})` }} />
      </div>
      <p className={`figures ${styles.detail}`}>{detail}</p>
    </div>
  );
}
