import type { WatchReply, WatchRequest } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** Longest wait before a full load when the watcher is ahead of the read models. A crash can set them back. */
const AHEAD_WAIT_MS = 1_000;

/** Waits until the read models have reached a sequence, at most `timeoutMs`, without reading them. */
export type ReadModelsReached = (sequence: number, timeoutMs: number) => Promise<void>;

/** Returns the rows that are newer than those of the watcher, or all rows (`full`) when this cannot be determined. */
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
