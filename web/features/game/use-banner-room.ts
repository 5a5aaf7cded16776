import { useSyncExternalStore } from 'react';
import { bannerFlag } from '../../shared/session/banner-flag.js';

const BANNER_HEIGHT_PX = 35;

/** Height to leave for the system-wide banner, in pixels (product §9). */
export const useBannerRoom = (): number =>
  useSyncExternalStore(bannerFlag.subscribe, () => (bannerFlag.leavesRoom() ? BANNER_HEIGHT_PX : 0));
