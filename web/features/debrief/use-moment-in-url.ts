import { useEffect, useEffectEvent, useRef } from 'react';
import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import { momentOfTime } from '../../../api/contracts/moment.rule.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import type { Playhead } from './playhead.js';

/** Wait after a move before the address changes, so that a drag changes it once. */
const SETTLED_MS = 400;

/** Returns where the playhead starts: at the moment of the address, or at the end. */
export function momentOfAddress(
  at: string | null,
  { length, offsetOf }: DebriefAxis,
): { offset: number; length: number } {
  const time = at === null ? Number.NaN : Date.parse(at);
  return { offset: Number.isNaN(time) ? length : offsetOf(time), length };
}

/** Keeps the shown moment in the address as `at`, so that it can be linked. The end of the time bar needs no `at`. */
export function useMomentInUrl(playhead: Playhead, axis: DebriefAxis): void {
  const [address, change] = useSearchInUrl();
  const at = address.get('at') ?? undefined;
  const written = useRef(at);
  const write = useEffectEvent(() => {
    const { offset, isAtEnd, isPlaying } = playhead.get();
    const moment = isAtEnd ? undefined : momentOfTime(axis.timeAt(offset));
    if (isPlaying || moment === at) return;
    written.current = moment;
    change({ at: moment });
  });
  // Follows a change of the address by others, such as the back button. The playhead may have moved since its own change.
  const read = useEffectEvent((wanted: string | undefined) => {
    const time = Date.parse(wanted ?? '');
    if (wanted === written.current || Number.isNaN(time)) return;
    written.current = wanted;
    playhead.seek(axis.offsetOf(time));
  });
  useEffect(() => read(at), [at]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = playhead.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => write(), SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [playhead]);
}
