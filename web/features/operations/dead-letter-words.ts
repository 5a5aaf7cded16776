import type { DeadLetterKind } from '../../../api/contracts/dead-letter.contract.js';
import { operationsMessages as messages } from './operations.messages.js';

/** Returns the texts of a replay for a kind of dead letter: its action, its progress, and its confirmation. */
export function replayWords(kind: DeadLetterKind): { action: string; underWay: string; started: string } {
  const words = messages.replay;
  if (kind === 'projection')
    return { action: words.rebuild, underWay: words.rebuilding, started: words.rebuildStarted };
  const started = kind === 'reactor' ? words.reactorStarted : words.jobStarted;
  return { action: words.runAgain, underWay: words.runningAgain, started };
}
