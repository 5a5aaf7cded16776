import { lazy, Suspense, type ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from './paths.js';

/** Behind the login the live client is loaded anyway, and there is a session for it. */
const FOLLOWED = [paths.play, paths.leaderboard, paths.gradebook, paths.monitor, paths.admin, paths.instructor];

/** Apart from the entry, so that the login loads without it; a banner that cannot be loaded takes no page away. */
const SystemBanner = lazy<ComponentType<{ isFollowed: boolean }>>(() =>
  import('../features/banner/components/system-banner.js').catch(() => ({ default: () => null })),
);

/** The system-wide banner, above every page. */
export function BannerSlot() {
  const { pathname } = useLocation();
  const isFollowed = FOLLOWED.some(({ pattern }) => matchPath({ path: pattern, end: false }, pathname));
  return (
    <Suspense>
      <SystemBanner isFollowed={isFollowed} />
    </Suspense>
  );
}
