import { useEffect, useEffectEvent } from 'react';
import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import { momentOfTime } from '../../../api/contracts/moment.rule.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import type { Playhead } from './playhead.js';

/** Wait after a move before the address changes, so that a drag changes it once. */
const SETTLED_MS = 400;

/** Keeps the shown moment in the address as `at`, so that it can be linked. The end of the time bar needs no `at`. */
export function useMomentInUrl(playhead: Playhead, axis: DebriefAxis): void {
  const [address, change] = useSearchInUrl();
  const at = address.get('at');
  const asked = at === null ? Number.NaN : Date.parse(at);
  const write = useEffectEvent(() => {
    const { offset, isAtEnd, isPlaying } = playhead.get();
    const moment = isAtEnd ? undefined : momentOfTime(axis.timeAt(offset));
    if (!isPlaying && moment !== (at ?? undefined)) change({ at: moment });
  });
  const read = useEffectEvent((time: number) => {
    // Moments of the address have no fractions of a second, so the playhead may already be there.
    const isThere = momentOfTime(axis.timeAt(playhead.get().offset)) === at;
    if (!Number.isNaN(time) && !isThere) playhead.seek(axis.offsetOf(time));
  });
  useEffect(() => read(asked), [asked]);
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
