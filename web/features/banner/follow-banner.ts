import type { BANNER_TOPIC_ID, BannerMessage } from '../../../api/contracts/banner.contract.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
const TOPIC_ID: typeof BANNER_TOPIC_ID = 'all';

/** Follows the live topic until the returned function is called. The live client loads in the background, without delaying the page. */
export function followBanner(onBanner: (banner: BannerMessage | null) => void): () => void {
  let isOver = false;
  let unwatch: (() => void) | null = null;
  const follow = async () => {
    const { live } = await import('../../shared/live-client/live.js');
    if (isOver) return;
    unwatch = live().watch<BannerMessage>({
      topic: 'banner',
      id: TOPIC_ID,
      onUpdate: ({ rows: [row] }) => row && onBanner(row.value),
    });
  };
  // the banner is then polled instead
  follow().catch((error: unknown) => console.error('Failed to follow the banner:', error));
  return () => {
    isOver = true;
    unwatch?.();
  };
}
