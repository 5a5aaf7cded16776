import type { DomainEvent } from '../message.js';

/** Consecutive events of one type. */
export type RunOfType<E extends DomainEvent> = E extends DomainEvent
  ? { readonly type: E['type']; readonly events: readonly E[] }
  : never;

/** Splits a batch where the type changes. One set-based statement handles a run; between runs the order matters. */
export function runsOfType<E extends DomainEvent>(batch: readonly E[]): RunOfType<E>[] {
  const runs: { type: string; events: E[] }[] = [];
  for (const event of batch) {
    const run = runs.at(-1);
    if (run?.type === event.type) run.events.push(event);
    else runs.push({ type: event.type, events: [event] });
  }
  return runs as unknown as RunOfType<E>[];
}
