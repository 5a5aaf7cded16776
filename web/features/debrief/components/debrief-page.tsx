import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { usePageSubject } from '../../../shared/page-subject.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { Subtitle } from '../../../shared/ui/subtitle.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { createPlayhead, type Playhead } from '../playhead.js';
import { type OpenDebrief, orderOfAddress, ORDERS, useOpenDebrief } from '../use-open-debrief.js';
import { momentOfAddress, useMomentInUrl } from '../use-moment-in-url.js';
import { useEndOfClass } from '../use-end-of-class.js';
import { useGhost } from '../use-ghost.js';
import { useRecording } from '../use-recording.js';
import styles from './debrief-page.module.css';
import { GhostChoice } from './ghost-choice.js';
import { EventTable } from './event-table.js';
import { Lanes } from './lanes.js';
import { RoomLead } from './room-lead.js';
import { TimeBar } from './time-bar.js';
import { ViewChoice } from './view-choice.js';

/** What a view of a debrief shows: a recording, and the moment of the playhead. */
export interface DebriefViewProps {
  open: OpenDebrief;
  playhead: Playhead;
}

/** Views of other features, and those that are loaded when they are shown. The page itself shows lanes and events. */
export interface DebriefViews {
  gradebook: (props: DebriefViewProps) => ReactNode;
  monitor: (props: DebriefViewProps) => ReactNode;
  board: (props: DebriefViewProps) => ReactNode;
  progress: (props: DebriefViewProps) => ReactNode;
  questions: (props: DebriefViewProps) => ReactNode;
}

interface DebriefPageProps {
  sessionId: string;
  views: DebriefViews;
  /** The bookmarks of the class, below the time bar. */
  bookmarks: (props: DebriefViewProps) => ReactNode;
  /** Returns the address at which the game replays these flights together. `at`: the shown moment; undefined at the end. */
  flightHref: (attemptIds: readonly string[], at: string | undefined) => string;
  /** Returns the address of the window for the room. */
  roomHref: (room: string) => string;
  /** More buttons beside the title. */
  tools?: ReactNode;
}

/** A class at any of its moments. */
export function DebriefPage({ sessionId, tools, ...parts }: DebriefPageProps) {
  const { recording, failed, retry } = useRecording(sessionId);
  usePageSubject(recording?.session.name);
  return (
    <section className={styles.page} aria-label={messages.title}>
      <header className={styles.header}>
        <div>
          <h1>{messages.title}</h1>
          <Subtitle text={failed ? '' : recording?.session.name} />
        </div>
        <div className={styles.tools}>{tools}</div>
      </header>
      {failed && <LoadFailed what={messages.theRecording} onRetry={retry} />}
      {!failed && !recording && <DebriefSkeleton />}
      {recording?.session.startDate === null && (
        <EmptyNote title={messages.notStarted}>
          <p>{messages.notStartedHelp}</p>
        </EmptyNote>
      )}
      {recording?.session.startDate && <StartedDebrief recording={recording} {...parts} />}
    </section>
  );
}

type StartedDebriefProps = Omit<DebriefPageProps, 'sessionId' | 'tools'> & { recording: Recording };

function StartedDebrief({ recording, views, bookmarks, flightHref, roomHref }: StartedDebriefProps) {
  const [address, change] = useSearchInUrl();
  const order = orderOfAddress(address);
  const now = useEndOfClass(recording);
  const comparison = useGhost(recording, order, now);
  const open = useOpenDebrief(recording, order, now, comparison.ghost);
  const [playhead] = useState(() => createPlayhead(momentOfAddress(address.get('at'), open.axis)));
  useEffect(() => playhead.setLength(open.axis.length), [playhead, open.axis.length]);
  useEffect(() => () => playhead.pause(), [playhead]);
  useMomentInUrl(playhead, open.axis);
  const shown = useMemo(() => ({ open, playhead }), [open, playhead]);
  return (
    <>
      {recording.presenceSince === null && <p className={styles.notice}>{messages.noPresence}</p>}
      <TimeBar {...shown} isRunning={recording.session.endDate === null} />
      {bookmarks(shown)}
      <div className={styles.choices}>
        <ViewChoice />
        <GhostChoice {...comparison} />
        <div className={styles.order}>
          <SelectField
            label={messages.order.label}
            value={order}
            options={ORDERS.map((value) => ({ value, text: messages.order[value] }))}
            onChange={(value) => change({ 'order-of': value === 'seen' ? undefined : value })}
          />
        </div>
        <RoomLead {...shown} href={roomHref} />
      </div>
      {order === 'happened' && <p className={styles.notice}>{messages.order.note}</p>}
      <ShownView {...shown} {...{ views, flightHref }} view={address.get('show')} />
    </>
  );
}

type ShownViewProps = DebriefViewProps & Pick<DebriefPageProps, 'views' | 'flightHref'> & { view: string | null };

function ShownView({ views, flightHref, view, ...shown }: ShownViewProps) {
  if (view !== null && Object.hasOwn(views, view)) return views[view as keyof DebriefViews](shown);
  return view === 'table' ? <EventTable {...shown} flightHref={flightHref} /> : <Lanes {...shown} />;
}

const ROWS = Array.from({ length: 10 }, (_, row) => row);

function DebriefSkeleton() {
  return (
    <div>
      <Loading />
      <div aria-hidden="true" className={styles.skeleton}>
        <Skeleton variant="rectangular" height={92} />
        {ROWS.map((row) => (
          <Skeleton key={row} variant="rectangular" height={26} />
        ))}
      </div>
    </div>
  );
}
