import type { WatchReply, WatchRequest } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** How long a watcher who knows more than the read models (they were set back by a crash) is held before a full load. */
const AHEAD_WAIT_MS = 1_000;

/** Waits until the read models have come to a sequence, no longer than `timeoutMs`, without reading any of them. */
export type ReadModelsReached = (sequence: number, timeoutMs: number) => Promise<void>;

/** What is newer than what the watcher has, or everything (`full`) when that cannot be said. */
export async function watchTopic(
  definition: LiveTopicDefinition,
  audience: string,
  { id, since, generation }: WatchRequest,
  reached: ReadModelsReached,
): Promise<Extract<WatchReply, { ok: true }>> {
  if (definition.kind !== 'presence' && since !== undefined && generation !== undefined) {
    await reached(since, AHEAD_WAIT_MS);
    const newer = await definition.read(id, audience, since);
    if (newer.generation === generation && newer.sequence >= since) return replyOf(newer, false);
  }
  return replyOf(await definition.read(id, audience, 0), true);
}

const replyOf = ({ generation, sequence, rows }: LiveRead, full: boolean): Extract<WatchReply, { ok: true }> => ({
  ok: true,
  generation,
  sequence,
  full,
  rows: [...rows],
});
