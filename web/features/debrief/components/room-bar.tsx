import { useEffect, useMemo, useRef, useState } from 'react';
import { secondOfDay } from '../../../shared/readable-time.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { clockOf } from '../durations.js';
import { readHiddenKinds } from '../marker-filter.js';
import { newestMarker } from '../marker-search.js';
import { usePlayhead } from '../use-playhead.js';
import type { FollowedMoments } from '../use-room-follow.js';
import type { DebriefViewProps } from './debrief-page.js';
import { MarkerTrack } from './marker-track.js';
import styles from './room-page.module.css';

const WORDS_EVERY_MS = 250;

/** The time bar as a room sees it: the moment, its newest event, and where it is in the class. */
export function RoomBar({ open, playhead, moments }: DebriefViewProps & { moments: FollowedMoments }) {
  const { axis, words } = open;
  const { offset } = usePlayhead(playhead, WORDS_EVERY_MS);
  const hidden = useHiddenKinds();
  const markers = useMemo(() => open.markers.filter(({ kind }) => !hidden.has(kind)), [open.markers, hidden]);
  const time = axis.timeAt(offset);
  const newest = newestMarker(markers, time);
  const shared = moments.get();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (): void => {
      const share = playhead.get().offset / playhead.get().length;
      line.current?.style.setProperty('--place', `${share * 100}%`);
    };
    move();
    return playhead.subscribe(move);
  }, [playhead]);
  return (
    <div className={styles.bar}>
      <p className={styles.clock}>
        <b className="figures">{secondOfDay(time)}</b>
        <span>{messages.bar.afterStart(clockOf(time - axis.start))}</span>
        {shared?.isPlaying && <span>{messages.room.playing(shared.speed)}</span>}
      </p>
      <div className={styles.track} aria-hidden="true">
        <MarkerTrack markers={markers} axis={axis} />
        <div ref={line} className={styles.line} />
      </div>
      <p className={styles.event}>{newest ? words.markerWords(newest) : messages.markers.none}</p>
    </div>
  );
}

/** Returns the kinds of markers that the window of the instructor hides: both windows read the same storage. */
function useHiddenKinds() {
  const [hidden, setHidden] = useState(readHiddenKinds);
  useEffect(() => {
    const read = (): void => setHidden(readHiddenKinds());
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  return hidden;
}
