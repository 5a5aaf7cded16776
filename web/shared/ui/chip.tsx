import type { ReactNode } from 'react';
import styles from './chip.module.css';

export type Tone = 'plain' | 'good' | 'bad' | 'signal' | 'note';

/** A highlighted label of one or two words. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
