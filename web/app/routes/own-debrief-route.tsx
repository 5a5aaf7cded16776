import { useParams } from 'react-router-dom';
import { OwnDebriefPage } from '../../features/results/components/own-debrief-page.js';
import { AppBar } from '../layouts/app-bar.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { replayAddress } from '../replay-address.js';

/** How a class went for the signed-in student. */
export default function OwnDebriefRoute() {
  const { sessionId = '' } = useParams();
  return (
    <PlainFrame above={<AppBar />}>
      <OwnDebriefPage
        sessionId={sessionId}
        resultsHref={paths.results.to()}
        flightHref={(attemptId) => replayAddress({ sessionId, attemptIds: [attemptId] })}
      />
    </PlainFrame>
  );
}
