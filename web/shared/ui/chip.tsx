import type { ReactNode } from 'react';
import styles from './chip.module.css';

export type Tone = 'plain' | 'good' | 'bad' | 'signal' | 'note';

/** A word or two that stand out. */
export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
