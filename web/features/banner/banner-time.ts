import type { BannerMessage } from '../../../api/contracts/banner.contract.js';

/** Timers stand still while a computer sleeps, so the clock is looked at this often. */
const LOOK_EVERY_MS = 60_000;

const timesOf = ({ startDate, endDate }: BannerMessage) => [Date.parse(startDate), Date.parse(endDate)] as const;

export type BannerPhase = 'planned' | 'shown' | 'over';

/** It is shown from start to end, both included. */
export function phaseOf(banner: BannerMessage, now: number): BannerPhase {
  const [start, end] = timesOf(banner);
  if (end < now) return 'over';
  return start > now ? 'planned' : 'shown';
}

/** Calls back when the banner begins and when it is over, until the returned function is called. */
export function watchClock(banner: BannerMessage, listener: () => void): () => void {
  const [start, end] = timesOf(banner);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const now = Date.now();
    const next = now < start ? start : end + 1;
    if (next <= now) return;
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      Math.min(next - now, LOOK_EVERY_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}
