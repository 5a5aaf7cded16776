import type { Sandbox } from '../../../api/contracts/sandbox.contract.js';
import { timeAgo } from '../../shared/readable-time.js';
import { sandboxesMessages as messages } from './sandboxes.messages.js';

const LONG_MS = 30 * 24 * 60 * 60_000;

/** A chip and its text; `moment` is the time that the text refers to. */
export interface SandboxChip {
  readonly text: string;
  readonly moment?: string;
  readonly isOld?: boolean;
}

/** Returns the chips that describe the usage of a sandbox (docs/rules.md#sandbox-chips). */
export function chipsOf(sandbox: Sandbox, now: Date): SandboxChip[] {
  const { accessCount, lastAccessed, timeCreated, lastModified } = sandbox;
  const isAsCreated = timeCreated === lastModified;
  const created: SandboxChip = { text: messages.created(timeAgo(timeCreated, now)), moment: timeCreated };
  if (isAsCreated && accessCount === 1) return [{ text: messages.usedOnce }, created];
  return [
    {
      text: messages.accessed(timeAgo(lastAccessed, now)),
      moment: lastAccessed,
      isOld: now.getTime() - Date.parse(lastAccessed) >= LONG_MS,
    },
    { text: messages.times(accessCount) },
    isAsCreated ? created : { text: messages.modified(timeAgo(lastModified, now)), moment: lastModified },
  ];
}
