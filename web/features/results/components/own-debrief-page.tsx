import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OwnDebrief } from '../../../../api/contracts/own-debrief.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useNow } from '../../../shared/use-now.js';
import { ownDebriefQuery } from '../api/get-own-debrief.js';
import { ownDebriefMessages as messages } from '../own-debrief.messages.js';
import { ownLaneOf } from '../own-lane.js';
import { OwnLaneFigure } from './own-lane-figure.js';
import { OwnProgress } from './own-progress.js';
import { OwnSteps } from './own-steps.js';
import styles from './own-debrief-page.module.css';

interface OwnDebriefPageProps {
  sessionId: string;
  resultsHref: string;
  /** Returns the address at which the game replays a flight. */
  flightHref: (attemptId: string) => string;
}

/** How a class went for the signed-in student. */
export function OwnDebriefPage({ sessionId, resultsHref, flightHref }: OwnDebriefPageProps) {
  const { data, error, refetch } = useQuery(ownDebriefQuery(sessionId));
  const isWithheld = error instanceof ApiError && error.status === 404;
  return (
    <Page title={messages.title} beside={<Link to={resultsHref}>{messages.back}</Link>}>
      {isWithheld && (
        <EmptyNote title={messages.withheld}>
          <p>{messages.withheldHelp}</p>
        </EmptyNote>
      )}
      {error && !isWithheld && <LoadFailed what={messages.theDebrief} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton />}
      {data && <Loaded debrief={data} flightHref={flightHref} />}
    </Page>
  );
}

function Loaded({ debrief, flightHref }: { debrief: OwnDebrief; flightHref: OwnDebriefPageProps['flightHref'] }) {
  const now = useNow();
  const { name, courseName } = debrief.results.session!;
  const lane = ownLaneOf(debrief, now.getTime());
  const titles = new Map(debrief.scenarios.map(({ scenarioId, scenarioTitle }) => [scenarioId, scenarioTitle]));
  return (
    <>
      <p className={styles.class}>{name === courseName ? name : `${name} · ${courseName}`}</p>
      <OwnProgress lane={lane} median={debrief.median} />
      <OwnLaneFigure lane={lane} isRecorded={debrief.presenceSince !== null} titles={titles} />
      <OwnSteps
        lane={lane}
        policy={debrief.results.grading.attempts}
        scenarios={debrief.scenarios}
        flightHref={flightHref}
      />
    </>
  );
}
