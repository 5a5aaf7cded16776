import { ResultsPage } from '../../features/results/components/results-page.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { AppBar } from '../layouts/app-bar.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';

/** The signed-in user's own results. */
export default function ResultsRoute() {
  const user = useSignedInUser();
  return (
    <PlainFrame above={<AppBar />}>
      <ResultsPage
        userId={user?.id}
        playHref={paths.play.to()}
        leaderboardTo={paths.leaderboard.to}
        debriefTo={paths.ownDebrief.to}
      />
    </PlainFrame>
  );
}
