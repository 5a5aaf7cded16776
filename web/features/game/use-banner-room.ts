import { useSyncExternalStore } from 'react';
import { bannerFlag } from '../../shared/session/banner-flag.js';

const BANNER_HEIGHT_PX = 35;

/** Height that stays free for the system-wide banner, in pixels (docs/rules.md#room-for-the-banner). */
export const useBannerRoom = (): number =>
  useSyncExternalStore(bannerFlag.subscribe, () => (bannerFlag.leavesRoom() ? BANNER_HEIGHT_PX : 0));
