import { act } from '@testing-library/react';
import type { PresenceReport } from '../../api/contracts/presence.contract.js';
import type { ConnectionState } from '../shared/live-client/connection.js';
import type { LiveClient, LiveUpdate, WatchOptions } from '../shared/live-client/live-client.js';

const watches = new Set<WatchOptions<unknown>>();
const listeners = new Set<(state: ConnectionState) => void>();
const reporting = new Set<PresenceReport>();
let state: ConnectionState = 'live';

/** A live connection that the test controls; replaces `live()` through jest.mock. */
export const fakeLive = {
  state: () => state,
  onState(listener: (state: ConnectionState) => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  watch(options: WatchOptions<unknown>) {
    watches.add(options);
    return () => watches.delete(options);
  },
  present(report: PresenceReport) {
    reporting.add(report);
    return () => reporting.delete(report);
  },
} as unknown as LiveClient;

/** Returns the currently watched topics as `topic id`, except for the banner, which every page watches. */
export const watched = (): string[] =>
  [...watches].filter(({ topic }) => topic !== 'banner').map(({ topic, id }) => `${topic} ${id}`);

/** Returns the presence reports that the page currently sends. */
export const reported = (): PresenceReport[] => [...reporting];

/** Sends rows to the watchers of a topic, and renders the next frame. */
export async function push(topic: string, rows: LiveUpdate<unknown>['rows'], full = false): Promise<void> {
  await act(async () => {
    const sequence = Math.max(0, ...rows.map((row) => row.sequence));
    for (const watch of watches) {
      if (watch.topic === topic) watch.onUpdate({ generation: 1, sequence, full, rows });
    }
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  });
}

/** Changes the state of the connection. */
export function connectionBecomes(next: ConnectionState): void {
  act(() => {
    state = next;
    for (const listener of listeners) listener(next);
  });
}
