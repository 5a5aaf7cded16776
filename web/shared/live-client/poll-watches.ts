import type { LiveTopic, PollWatch } from '../../../api/contracts/live.contract.js';
import type { LivePosition } from './live-client.js';

interface Polled {
  topic: LiveTopic;
  id: string;
  position: LivePosition | null;
  digest: string | undefined;
  refused: boolean;
}

/** Returns one watch for each topic, from the oldest position of its watchers. */
export function pollWatches(watchers: Iterable<Polled>): PollWatch[] {
  const byTopic = new Map<string, Polled[]>();
  for (const watcher of watchers) {
    if (watcher.refused) continue;
    const key = `${watcher.topic} ${watcher.id}`;
    byTopic.set(key, [...(byTopic.get(key) ?? []), watcher]);
  }
  return [...byTopic.values()].map(watchOf);
}

function watchOf(watchers: Polled[]): PollWatch {
  const { topic, id, digest } = watchers[0]!;
  const positions = watchers.map(({ position }) => position);
  const generation = positions[0]?.generation;
  const since = Math.min(...positions.map((position) => position?.sequence ?? 0));
  const isOneGeneration = generation !== undefined && positions.every((each) => each?.generation === generation);
  const isOneDigest = digest !== undefined && watchers.every((each) => each.digest === digest);
  return { topic, id, ...(isOneGeneration && { since, generation }), ...(isOneDigest && { digest }) };
}
