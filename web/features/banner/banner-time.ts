import type { BannerMessage } from '../../../api/contracts/banner.contract.js';

/** How often the clock is checked, because timers pause while a computer sleeps. */
const LOOK_EVERY_MS = 60_000;

const timesOf = ({ startDate, endDate }: BannerMessage) => [Date.parse(startDate), Date.parse(endDate)] as const;

export type BannerPhase = 'planned' | 'shown' | 'over';

/** Returns the phase of a banner. It is shown from start to end, both inclusive. */
export function phaseOf(banner: BannerMessage, now: number): BannerPhase {
  const [start, end] = timesOf(banner);
  if (end < now) return 'over';
  return start > now ? 'planned' : 'shown';
}

/** Calls the listener when the banner starts and when it ends, until the returned function is called. */
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
