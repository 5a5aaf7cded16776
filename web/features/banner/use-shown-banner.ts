import { useEffect, useState } from 'react';
import type { BannerMessage } from '../../../api/contracts/banner.contract.js';
import { bannerFlag } from '../../shared/session/banner-flag.js';
import { useBannerPhase } from './use-banner-phase.js';

/** Session storage key of the closed message. */
const CLOSED = 'closedBanner';

/**
 * Returns the message to show, or null when it is not shown. It is hidden before its start, after its end, and when it was closed in this
 * browser session. A different message is shown again (docs/rules.md#banner). `banner` is undefined until it is known.
 */
export function useShownBanner(banner: BannerMessage | null | undefined) {
  const [closed, setClosed] = useState(() => sessionStorage.getItem(CLOSED));
  const due = useBannerPhase(banner ?? null) === 'shown';
  const message = banner && due && banner.message.trim() !== '' && banner.message !== closed ? banner.message : null;
  const isShown = message !== null;
  useEffect(() => {
    if (banner !== undefined) bannerFlag.keep(isShown);
  }, [banner, isShown]);
  const close = () => {
    if (message === null) return;
    sessionStorage.setItem(CLOSED, message);
    setClosed(message);
  };
  return { message, close };
}
