import type { Sandbox } from '../../../api/contracts/sandbox.contract.js';
import { timeAgo } from '../../shared/readable-time.js';

const LONG_MS = 30 * 24 * 60 * 60_000;

/** What a chip says; `moment`: when that was. */
export interface SandboxChip {
  readonly text: string;
  readonly moment?: string;
  readonly isOld?: boolean;
}

/** How a sandbox was used (product §9). */
export function chipsOf(sandbox: Sandbox, now: Date): SandboxChip[] {
  const { accessCount, lastAccessed, timeCreated, lastModified } = sandbox;
  const isAsCreated = timeCreated === lastModified;
  const created: SandboxChip = { text: `Created ${timeAgo(timeCreated, now)}`, moment: timeCreated };
  if (isAsCreated && accessCount === 1) return [{ text: 'Used Once' }, created];
  return [
    {
      text: `Accessed ${timeAgo(lastAccessed, now)}`,
      moment: lastAccessed,
      isOld: now.getTime() - Date.parse(lastAccessed) >= LONG_MS,
    },
    { text: `${accessCount} ${accessCount === 1 ? 'time' : 'times'}` },
    isAsCreated ? created : { text: `Modified ${timeAgo(lastModified, now)}`, moment: lastModified },
  ];
}
