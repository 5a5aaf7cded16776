import type { Sandbox } from '../../../api/contracts/sandbox.contract.js';
import { sandboxesMessages as messages } from './sandboxes.messages.js';

const momentOf = ({ lastAccessed }: Sandbox): number => Date.parse(lastAccessed);

/** Sorts sandboxes, last accessed first (docs/rules.md#sandbox-chips). */
export const byLastAccess = (sandboxes: readonly Sandbox[]): Sandbox[] =>
  sandboxes.toSorted((a, b) => momentOf(b) - momentOf(a));

/** Returns the sandboxes whose title or owner contains every word. */
export function matching(sandboxes: readonly Sandbox[], search: string): readonly Sandbox[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sandboxes;
  return sandboxes.filter(({ title, userName }) => {
    const text = `${title} ${userName ?? messages.noOwner}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
