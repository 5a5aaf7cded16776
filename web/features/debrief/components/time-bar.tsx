import { mdiPause, mdiPlay, mdiSkipNext, mdiSkipPrevious, mdiFilterVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { MarkerKind } from '../../../../api/contracts/debrief-markers.rule.js';
import { secondOfDay } from '../../../shared/readable-time.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { Icon } from '../../../shared/ui/icon.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { clockOf } from '../durations.js';
import { markerAfter, markerBefore, newestMarker } from '../marker-search.js';
import { readHiddenKinds, storeHiddenKinds } from '../marker-filter.js';
import { SPEEDS } from '../playhead.js';
import { usePlayhead } from '../use-playhead.js';
import type { DebriefViewProps } from './debrief-page.js';
import { MarkerFilters } from './marker-filters.js';
import { MarkerTrack } from './marker-track.js';
import styles from './time-bar.module.css';

/** Shown at this pace while it plays; the slider itself follows each frame. */
const WORDS_EVERY_MS = 250;
const STEPS_MS: Readonly<Record<string, number>> = {
  ArrowLeft: -10_000,
  ArrowDown: -10_000,
  ArrowRight: 10_000,
  ArrowUp: 10_000,
  PageDown: -300_000,
  PageUp: 300_000,
};
const SHIFT_FACTOR = 6;

interface TimeBarProps extends DebriefViewProps {
  isRunning: boolean;
  /** Drawn below the markers, with the width of the time bar: for example the progress of earlier classes. */
  band?: ReactNode;
}

/** The one control of the shown moment: playback, slider and markers. */
export function TimeBar({ open, playhead, isRunning, band }: TimeBarProps) {
  const { axis, words } = open;
  const { offset, length, isPlaying, speed, isAtEnd } = usePlayhead(playhead, WORDS_EVERY_MS);
  const [hidden, setHidden] = useState(readHiddenKinds);
  const [isFiltering, setFiltering] = useState(false);
  const filterId = useId();
  const markers = useMemo(() => open.markers.filter(({ kind }) => !hidden.has(kind)), [open.markers, hidden]);
  const time = axis.timeAt(offset);
  const newest = newestMarker(markers, time);
  const texts = messages.bar;
  // The words may be older than the playhead by some frames.
  const goTo = (find: typeof markerAfter): void => {
    playhead.pause();
    const marker = find(markers, axis.timeAt(playhead.get().offset));
    if (marker) playhead.seek(axis.offsetOf(marker.at));
  };
  const toggle = (kind: MarkerKind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    storeHiddenKinds(next);
    setHidden(next);
  };
  return (
    <div role="group" aria-label={texts.label} className={styles.bar}>
      <div className={styles.controls}>
        <Button
          variant="contained"
          startIcon={<Icon path={isPlaying ? mdiPause : mdiPlay} />}
          onClick={() => (isPlaying ? playhead.pause() : playhead.play())}
        >
          {isPlaying ? texts.pause : texts.play}
        </Button>
        <IconAction label={texts.previous} icon={mdiSkipPrevious} onClick={() => goTo(markerBefore)} />
        <IconAction label={texts.next} icon={mdiSkipNext} onClick={() => goTo(markerAfter)} />
        <div className={styles.speed}>
          <SelectField
            label={texts.speed}
            value={String(speed)}
            options={SPEEDS.map((each) => ({ value: String(each), text: texts.times(each) }))}
            onChange={(value) => playhead.setSpeed(SPEEDS.find((each) => String(each) === value) ?? speed)}
          />
        </div>
        <p className={styles.time}>
          <b className="figures">{secondOfDay(time)}</b>
          <span className={styles.soft}>{texts.afterStart(clockOf(time - axis.start))}</span>
        </p>
        {isRunning && (
          <Button
            variant="outlined"
            disabled={isAtEnd}
            title={texts.toEndHint}
            onClick={() => {
              playhead.jumpTo(length);
            }}
          >
            {isAtEnd ? texts.live : texts.toEnd}
          </Button>
        )}
        <Button
          variant="outlined"
          className={styles.filter}
          startIcon={<Icon path={mdiFilterVariant} />}
          aria-expanded={isFiltering}
          aria-controls={filterId}
          onClick={() => setFiltering(!isFiltering)}
        >
          {messages.markers.filter}
        </Button>
      </div>
      <div id={filterId} hidden={!isFiltering}>
        <MarkerFilters markers={open.markers} hidden={hidden} onToggle={toggle} />
      </div>
      <div className={styles.track}>
        {band && <div className={styles.band}>{band}</div>}
        <MarkerTrack markers={markers} axis={axis} />
        <Slider
          playhead={playhead}
          valueText={texts.valueText(
            secondOfDay(time),
            texts.afterStart(clockOf(time - axis.start)),
            newest ? words.markerWords(newest) : '',
          )}
        />
      </div>
      <p className={styles.event} role="status">
        {newest ? (
          <>
            <span className="figures">{secondOfDay(newest.at)}</span> {words.markerWords(newest)}
          </>
        ) : (
          messages.markers.none
        )}
      </p>
    </div>
  );
}

/** A native slider. React renders its value at a pace for reading, so the frames of a playback move it directly. */
function Slider({ playhead, valueText }: { playhead: DebriefViewProps['playhead']; valueText: string }) {
  const helpId = useId();
  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS_MS[event.key];
    if (event.key === ' ') {
      event.preventDefault();
      if (playhead.get().isPlaying) playhead.pause();
      else playhead.play();
    } else if (step !== undefined) {
      event.preventDefault();
      playhead.jumpTo(playhead.get().offset + step * (event.shiftKey ? SHIFT_FACTOR : 1));
    }
  }
  const { length } = playhead.get();
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={length}
        step="any"
        aria-label={messages.bar.slider}
        aria-valuetext={valueText}
        aria-describedby={helpId}
        ref={(input) => {
          if (!input) return undefined;
          const move = (): void => void (input.value = String(playhead.get().offset));
          move();
          return playhead.subscribe(move);
        }}
        onInput={({ currentTarget }) => playhead.jumpTo(Number(currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <span id={helpId} className="visually-hidden">
        {messages.bar.help}
      </span>
    </>
  );
}
