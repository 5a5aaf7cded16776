import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { usePageSubject } from '../../../shared/page-subject.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { createPlayhead, type Playhead } from '../playhead.js';
import { type RoomView, roomViewOf, SHARED_VALUES } from '../room-channel.js';
import { roomMarkers } from '../room-markers.js';
import { useEndOfClass } from '../use-end-of-class.js';
import { orderOfAddress, useOpenDebrief } from '../use-open-debrief.js';
import { type FollowedMoments, useRoomFollow } from '../use-room-follow.js';
import { useRoomRecording } from '../use-room-recording.js';
import type { DebriefViewProps } from './debrief-page.js';
import { RoomBar } from './room-bar.js';
import { RoomLanes } from './room-lanes.js';
import styles from './room-page.module.css';

/** Views of a room that use parts of other features. */
export type RoomViews = Readonly<Record<Exclude<RoomView, 'lanes'>, (props: DebriefViewProps) => ReactNode>>;

interface RoomPageProps {
  sessionId: string;
  /** The id by which the window of the instructor leads this one. */
  room: string;
  views: RoomViews;
}

/** The debrief of a class for a whole room: large, without names, led by the window of the instructor. */
export function RoomPage({ sessionId, room, views }: RoomPageProps) {
  const { recording, failed, retry } = useRoomRecording(sessionId);
  const { state, moments } = useRoomFollow(room);
  usePageSubject(recording?.session.name);
  const texts = messages.room;
  const isShown = moments.get() !== null && recording !== undefined && recording.session.startDate !== null;
  return (
    <section className={styles.wall} data-color-scheme="dark" aria-label={texts.title}>
      <h1>{recording?.session.name ?? texts.title}</h1>
      {failed && <LoadFailed what={texts.theRoom} onRetry={retry} />}
      {state !== 'following' && (
        <p role="status" className={styles.notice}>
          {state === 'alone' ? texts.closed : texts.waiting}
        </p>
      )}
      {isShown && <Room recording={recording} moments={moments} views={views} />}
    </section>
  );
}

interface RoomProps extends Pick<RoomPageProps, 'views'> {
  recording: Recording;
  moments: FollowedMoments;
}

function Room({ recording, moments, views }: RoomProps) {
  const address = useSharedValues(moments);
  const order = orderOfAddress(address);
  const debrief = useOpenDebrief(recording, order, useEndOfClass(recording), null);
  const open = useMemo(() => ({ ...debrief, markers: roomMarkers(debrief) }), [debrief]);
  const playhead = useFollowingPlayhead(open.axis, moments);
  const shown = { open, playhead };
  const view = roomViewOf(address.get('show')) ?? 'lanes';
  return (
    <>
      <RoomBar {...shown} moments={moments} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which must also work by keyboard */}
      <div role="region" aria-label={messages.room.view} tabIndex={0} className={styles.view} data-view={view}>
        {view === 'lanes' ? <RoomLanes {...shown} moments={moments} /> : views[view](shown)}
      </div>
    </>
  );
}

/** Returns a playhead that is where the window of the instructor has its own. */
function useFollowingPlayhead(axis: DebriefViewProps['open']['axis'], moments: FollowedMoments): Playhead {
  const [playhead] = useState(() => createPlayhead({ offset: 0, length: axis.length }));
  useEffect(() => {
    const follow = (): void => {
      const moment = moments.get();
      playhead.setLength(axis.length);
      if (moment) playhead.seek(moment.isAtEnd ? axis.length : axis.offsetOf(moment.time));
    };
    follow();
    return moments.subscribe(follow);
  }, [playhead, axis, moments]);
  return playhead;
}

/** Keeps what the window of the instructor shows in the address, where the views read it. */
function useSharedValues(moments: FollowedMoments): URLSearchParams {
  const [address, change] = useSearchInUrl();
  const write = useEffectEvent((): void => {
    const values = moments.get()?.values ?? {};
    const changed = SHARED_VALUES.filter((name) => (values[name] ?? null) !== address.get(name));
    if (changed.length > 0) change(Object.fromEntries(changed.map((name) => [name, values[name]])));
  });
  useEffect(() => {
    write();
    return moments.subscribe(() => write());
  }, [moments]);
  return address;
}
