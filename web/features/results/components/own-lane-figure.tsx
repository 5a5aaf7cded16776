import { type CSSProperties, useId } from 'react';
import { minuteOfDay } from '../../../shared/readable-time.js';
import { ownDebriefMessages } from '../own-debrief.messages.js';
import type { LaneBlock, LaneStep, OwnLane } from '../own-lane.js';
import styles from './own-debrief-page.module.css';

interface OwnLaneFigureProps {
  lane: OwnLane;
  isRecorded: boolean;
  /** Titles of scenarios by id. */
  titles: ReadonlyMap<string, string>;
}

const MINUTE_MS = 60_000;
const STATES = ['online', 'idle', 'offline'] as const;

/** The student's presence as blocks over time, with attempts and help requests. The list of steps says the same in words. */
export function OwnLaneFigure({ lane, isRecorded, titles }: OwnLaneFigureProps) {
  const id = useId();
  const texts = ownDebriefMessages.lane;
  const place = (from: number, to = from): CSSProperties => {
    const length = Math.max(1, lane.end - lane.start);
    const left = Math.min(1, Math.max(0, (from - lane.start) / length));
    const right = Math.min(1, Math.max(left, (to - lane.start) / length));
    return { left: `${left * 100}%`, width: to > from ? `${(right - left) * 100}%` : undefined };
  };
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      {isRecorded ? <p>{totalsOf(lane.blocks)}</p> : <p>{texts.none}</p>}
      <div className={styles.lane} aria-hidden="true">
        {lane.blocks.map((block) => {
          const title = block.scenarioId === null ? undefined : titles.get(block.scenarioId);
          return (
            <span
              key={block.from}
              className={styles.block}
              data-state={block.state}
              style={place(block.from, block.to)}
              title={title}
            >
              {title}
            </span>
          );
        })}
        {lane.steps.map((step, nth) => {
          const mark = markOf(step);
          // steps have no other key, and a loaded debrief never changes
          return mark && <i key={nth} className={styles.mark} data-mark={mark} style={place(step.at)} />;
        })}
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{minuteOfDay(lane.start)}</span>
        <span>{minuteOfDay(lane.end)}</span>
      </p>
      <ul className={styles.legend} aria-hidden="true">
        {STATES.map((state) => (
          <li key={state}>
            <span className={styles.sample} data-state={state} />
            {texts[state]}
          </li>
        ))}
        <li>
          <i className={styles.mark} data-mark="attempt" />
          {texts.attempt}
        </li>
        <li>
          <i className={styles.mark} data-mark="help" />
          {texts.help}
        </li>
      </ul>
    </section>
  );
}

const markOf = ({ kind }: LaneStep) => (kind === 'handed-in' ? 'attempt' : kind === 'asked' ? 'help' : undefined);

/** Returns the time in each state in words. */
function totalsOf(blocks: readonly LaneBlock[]): string {
  const texts = ownDebriefMessages.lane;
  const [online, idle, offline] = STATES.map((wanted) => {
    const own = blocks.filter(({ state }) => state === wanted);
    return texts.minutes(Math.round(own.reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS));
  });
  return texts.totals(online!, idle!, offline!);
}
