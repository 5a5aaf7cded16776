import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { axisOf } from '../../../../api/contracts/debrief-axis.rule.js';
import { helpNeeded, helpRequestsOf } from '../../../../api/contracts/debrief-help.rule.js';
import { markersOf } from '../../../../api/contracts/debrief-markers.rule.js';
import { momentsOf } from '../../../../api/contracts/debrief-moments.rule.js';
import { reportOf } from '../../../../api/contracts/debrief-report.rule.js';
import { openDebrief } from '../../../../api/contracts/debrief.rule.js';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { usePageSubject } from '../../../shared/page-subject.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { PrintButton } from '../../../shared/ui/print-button.js';
import { debriefMessages } from '../debrief.messages.js';
import { eventWords } from '../event-words.js';
import { reportMessages as messages } from '../report.messages.js';
import { useRecording } from '../use-recording.js';
import { ReportMoments } from './report-moments.js';
import { ReportSummary } from './report-summary.js';
import { HardestScenarios, HelpTable } from './report-tables.js';
import { ReportTimeline } from './report-timeline.js';
import styles from './report.module.css';

interface ReportPageProps {
  sessionId: string;
  /** The hardest questions, which another feature knows. */
  questions: ReactNode;
}

/** A class on paper: summary, timeline, moments, who needed help where, hardest scenarios and questions. */
export function ReportPage({ sessionId, questions }: ReportPageProps) {
  const { recording, failed, retry } = useRecording(sessionId);
  usePageSubject(recording?.session.name);
  return (
    <article className={styles.report} aria-label={messages.title}>
      <div className={styles.tools} data-screen-only>
        <Link component={RouterLink} to="?view=debrief">
          {messages.back}
        </Link>
        {recording?.session.startDate && <PrintButton />}
      </div>
      {failed && <LoadFailed what={debriefMessages.theRecording} onRetry={retry} />}
      {!failed && !recording && <ReportSkeleton />}
      {recording?.session.startDate === null && (
        <EmptyNote title={debriefMessages.notStarted}>
          <p>{debriefMessages.notStartedHelp}</p>
        </EmptyNote>
      )}
      {recording?.session.startDate && <Report recording={recording} questions={questions} />}
    </article>
  );
}

function Report({ recording, questions }: { recording: Recording; questions: ReactNode }) {
  const { session } = recording;
  const isRecorded = recording.presenceSince !== null;
  const { now, axis, markers, moments, report, requests, words } = useMemo(() => reported(recording), [recording]);
  return (
    <>
      <header className={styles.header}>
        <h1>{messages.title}</h1>
        <p>{session.name}</p>
        {session.endDate === null && <p className={styles.soft}>{messages.asOf(dateAndTime(now))}</p>}
      </header>
      <ReportSummary {...{ recording, report, requests }} />
      <ReportTimeline {...{ recording, axis, markers, moments, requests }} />
      <ReportMoments moments={moments} words={words} />
      <HelpTable needed={helpNeeded(requests)} words={words} isRecorded={isRecorded} />
      <HardestScenarios
        scenarios={report.scenarios}
        places={recording.scenarios}
        requests={isRecorded ? requests : null}
      />
      {questions}
    </>
  );
}

/** Everything that the parts of a report show. A class that still runs is reported as of now. */
function reported(recording: Recording) {
  const { endDate } = recording.session;
  const now = endDate === null ? Date.now() : Date.parse(endDate);
  const debrief = openDebrief(recording, 'seen');
  const markers = markersOf(debrief);
  const report = reportOf(debrief, now);
  return {
    now,
    axis: axisOf(recording, now),
    markers,
    moments: momentsOf(recording, markers, report.columns),
    report,
    requests: helpRequestsOf(recording, now),
    words: eventWords(recording),
  };
}

const BLOCKS = [120, 180, 150, 220];

function ReportSkeleton() {
  return (
    <div>
      <Loading />
      <div aria-hidden="true" className={styles.skeleton}>
        {BLOCKS.map((height) => (
          <Skeleton key={height} variant="rectangular" height={height} />
        ))}
      </div>
    </div>
  );
}
