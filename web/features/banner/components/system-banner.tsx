import { useBanner } from '../use-banner.js';
import { useShownBanner } from '../use-shown-banner.js';
import { BannerBar } from './banner-bar.js';
import styles from './banner-bar.module.css';

/** The system-wide banner at the top of every page (docs/rules.md#banner). With `isFollowed`, changes appear immediately. */
export default function SystemBanner({ isFollowed }: { isFollowed: boolean }) {
  const { message, close } = useShownBanner(useBanner(isFollowed));
  return (
    // rendered before the message, so that screen readers announce it when it appears
    <div aria-live="polite" className={styles.place} data-screen-only>
      {message !== null && <BannerBar message={message} onClose={close} />}
    </div>
  );
}
