import { setTimeout as delay } from 'node:timers/promises';
import type { WatchReply, WatchRequest } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';

/** How long a watcher who knows more than the read models (they were set back by a crash) is held before a full load. */
const AHEAD_WAIT_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** The answer to `watch`: what is newer than what the watcher has, or everything when that cannot be said. */
export async function watchTopic(
  definition: LiveTopicDefinition,
  audience: string,
  { id, since, generation }: WatchRequest,
): Promise<WatchReply> {
  if (since !== undefined && generation !== undefined) {
    const newer = await readAtLeast(definition, audience, id, since);
    if (newer.generation === generation && newer.sequence >= since) return replyOf(newer, false);
  }
  return replyOf(await definition.read(id, audience, 0), true);
}

async function readAtLeast(
  definition: LiveTopicDefinition,
  audience: string,
  id: string,
  since: number,
): Promise<LiveRead> {
  const deadline = performance.now() + AHEAD_WAIT_MS;
  for (;;) {
    const read = await definition.read(id, audience, since);
    if (read.sequence >= since || performance.now() > deadline) return read;
    await delay(LOOK_EVERY_MS);
  }
}

const replyOf = ({ generation, sequence, rows }: LiveRead, full: boolean): WatchReply => ({
  ok: true,
  generation,
  sequence,
  full,
  rows: [...rows],
});
