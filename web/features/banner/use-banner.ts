import { useEffect, useRef, useState } from 'react';
import type { BannerMessage } from '../../../api/contracts/banner.contract.js';
import { getBanner } from './api/get-banner.js';
import { followBanner } from './follow-banner.js';

/** Poll interval without a live topic; longer than the time for which a cache may keep the response. */
const ASK_EVERY_MS = 60_000;

/**
 * Returns the last received banner: from polling or, with `isFollowed`, from the live topic once it sends one. Undefined before the first
 * response; null when there is none or the request failed.
 */
export function useBanner(isFollowed: boolean): BannerMessage | null | undefined {
  const [banner, setBanner] = useState<BannerMessage | null>();
  const [isLive, setLive] = useState(false);
  const isKnown = useRef(false);

  useEffect(() => {
    if (isLive) return undefined;
    let isOver = false;
    const know = (found: BannerMessage | null) => {
      if (isOver) return;
      isKnown.current = true;
      setBanner(found);
    };
    const loadBanner = () =>
      getBanner().then(know, (error: unknown) => {
        console.error('Failed to fetch Banner Message:', error);
        know(null);
      });
    // no request after the live topic has sent a banner, because the browser's cache may have an older response
    if (!isKnown.current) void loadBanner();
    const timer = setInterval(() => document.visibilityState === 'visible' && void loadBanner(), ASK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isLive]);

  useEffect(() => {
    if (!isFollowed) return undefined;
    const stop = followBanner((found) => {
      isKnown.current = true;
      setLive(true);
      setBanner(found);
    });
    return () => {
      stop();
      setLive(false);
    };
  }, [isFollowed]);

  return banner;
}
