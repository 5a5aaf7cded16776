import { useCallback, useSyncExternalStore } from 'react';
import type { BannerMessage } from '../../../api/contracts/banner.contract.js';
import { type BannerPhase, phaseOf, watchClock } from './banner-time.js';

/** Returns the phase of a banner: upcoming, shown or over. Without a banner it is over. */
export function useBannerPhase(banner: BannerMessage | null): BannerPhase {
  const subscribe = useCallback((listener: () => void) => (banner ? watchClock(banner, listener) : () => {}), [banner]);
  return useSyncExternalStore(subscribe, () => (banner ? phaseOf(banner, Date.now()) : 'over'));
}
