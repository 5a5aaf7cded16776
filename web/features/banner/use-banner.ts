import { useEffect, useRef, useState } from 'react';
import type { BannerMessage } from '../../../api/contracts/banner.contract.js';
import { getBanner } from './api/get-banner.js';
import { followBanner } from './follow-banner.js';

/** Where no live topic tells of a change it is asked for, longer apart than a cache may keep the answer. */
const ASK_EVERY_MS = 60_000;

/**
 * The banner as last heard: by asking, and while `isFollowed` by the live topic as soon as that tells something. Undefined
 * before, null when there is none or it could not be fetched.
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
    const ask = () =>
      getBanner().then(know, (error: unknown) => {
        console.error('Failed to fetch Banner Message:', error);
        know(null);
      });
    // not again after the live topic: the browser may still keep an answer older than what that has told
    if (!isKnown.current) void ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), ASK_EVERY_MS);
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
