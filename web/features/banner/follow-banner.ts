import type { BANNER_TOPIC_ID, BannerMessage } from '../../../api/contracts/banner.contract.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const TOPIC_ID: typeof BANNER_TOPIC_ID = 'all';

/** Follows the live topic until the returned function is called; the live client comes when it comes, no page waits for it. */
export function followBanner(hear: (banner: BannerMessage | null) => void): () => void {
  let isOver = false;
  let unwatch: (() => void) | null = null;
  const follow = async () => {
    const { live } = await import('../../shared/live-client/live.js');
    if (isOver) return;
    unwatch = live().watch<BannerMessage>({
      topic: 'banner',
      id: TOPIC_ID,
      onUpdate: ({ rows: [row] }) => row && hear(row.value),
    });
  };
  // the banner is then asked for now and then instead
  follow().catch((error: unknown) => console.error('Failed to follow the banner:', error));
  return () => {
    isOver = true;
    unwatch?.();
  };
}
