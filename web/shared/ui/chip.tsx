import MuiChip from '@mui/material/Chip';
import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'bad' | 'signal' | 'note';

const COLORS = { plain: 'default', good: 'success', bad: 'error', signal: 'warning', note: 'info' } as const;

/** A highlighted label of one or two words. */
export const Chip = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <MuiChip component="span" size="small" variant="outlined" color={COLORS[tone]} data-tone={tone} label={children} />
);
