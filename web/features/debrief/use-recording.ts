import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { withRows, withStates } from '../../../api/contracts/debrief-live.rule.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { RecordedStateRow, Recording, RecordingRow } from '../../../api/contracts/recording.contract.js';
import { live } from '../../shared/live-client/live.js';
import type { LiveUpdate } from '../../shared/live-client/live-client.js';
import { recordingQuery } from './debrief.api.js';

/** Wait for further changes, because a change of a large recording sorts 90,000 entries again. */
const GATHER_MS = 1_000;

/** Returns the recording of a class, continued by its live topics; `recording` is undefined while it loads and after a failure. */
export function useRecording(sessionId: string) {
  const { data, error, refetch } = useQuery(recordingQuery(sessionId));
  const [continued, setContinued] = useState<{ from: Recording; now: Recording } | null>(null);
  const recording = data && continued?.from === data ? continued.now : data;
  useContinuation(
    data,
    (next) => data && setContinued({ from: data, now: next }),
    () => void refetch(),
  );
  return { recording, failed: error !== null && !data, retry: () => void refetch() };
}

/** Watches the topics of a recording while the component is mounted. */
function useContinuation(
  loaded: Recording | undefined,
  onContinued: (recording: Recording) => void,
  onOutdated: () => void,
): void {
  const handle = useEffectEvent(onContinued);
  const reload = useEffectEvent(onOutdated);
  useEffect(() => {
    if (!loaded) return undefined;
    const { id } = loaded.session;
    let recording = loaded;
    let rows: LiveRow<RecordingRow>[] = [];
    let states: LiveUpdate<RecordedStateRow>[] = [];
    const added = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const apply = (): void => {
      timer = undefined;
      const next = withRows(recording, rows, added);
      if (!next) return reload();
      recording = withStates(next, states);
      [rows, states] = [[], []];
      handle(recording);
    };
    const gather = (): void => void (timer ??= setTimeout(apply, GATHER_MS));
    const stops = [
      live().watch<RecordingRow>({
        topic: 'recording',
        id,
        from: loaded,
        onUpdate: (update) => {
          if (update.full) return reload();
          rows.push(...update.rows);
          return gather();
        },
      }),
      live().watch<RecordedStateRow>({
        topic: 'recorded-states',
        id,
        onUpdate: (update) => {
          states.push(update);
          gather();
        },
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [loaded]);
}
