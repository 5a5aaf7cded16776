import { lazy, Suspense, type ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from './paths.js';

/** On these pages the live client is loaded and a session exists. */
const FOLLOWED = [paths.play, paths.leaderboard, paths.gradebook, paths.monitor, paths.admin, paths.instructor];

/** Not in the entry bundle, so that the login page loads without it. If it fails to load, the page stays usable. */
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
