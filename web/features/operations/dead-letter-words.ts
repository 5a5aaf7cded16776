import type { DeadLetterKind } from '../../../api/contracts/dead-letter.contract.js';

/** What a kind of dead letter is called, and what is done about it. */
export const KIND_WORDS: Readonly<Record<DeadLetterKind, { name: string; action: string; under: string }>> = {
  projection: { name: 'Read model', action: 'Rebuild', under: 'Being rebuilt' },
  reactor: { name: 'Reactor', action: 'Run again', under: 'Being run again' },
  job: { name: 'Job', action: 'Run again', under: 'Being run again' },
};
