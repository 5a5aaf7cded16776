import type { ReactNode } from 'react';
import type { DebriefAxis } from '../../../../api/contracts/debrief-axis.rule.js';
import type { HelpRequest } from '../../../../api/contracts/debrief-help.rule.js';
import type { DebriefMarker, MarkerKind } from '../../../../api/contracts/debrief-markers.rule.js';
import { type ReportedMoment, wentOffline } from '../../../../api/contracts/debrief-moments.rule.js';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { minuteOfDay, secondOfDay } from '../../../shared/readable-time.js';
import { reportMessages } from '../report.messages.js';
import { countsByTime, openByTime } from '../timeline-bars.js';
import styles from './report.module.css';

const STAFF: readonly MarkerKind[] = ['frozen', 'revealed', 'decision', 'ended', 'resumed'];
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Shorter classes need seconds on the axis. */
const SHORT_MS = 600_000;

interface ReportTimelineProps {
  recording: Recording;
  axis: DebriefAxis;
  markers: readonly DebriefMarker[];
  moments: readonly ReportedMoment[];
  requests: readonly HelpRequest[];
}

/** The class over time: results as bars, the main markers as ticks, and the moments with their numbers. Each row says its count in words. */
export function ReportTimeline({ recording, axis, markers, moments, requests }: ReportTimelineProps) {
  const texts = reportMessages.timeline;
  const shareOf = (time: number): number => (axis.offsetOf(time) / axis.length) * 100;
  const left = (time: number) => ({ left: `${shareOf(time)}%` });
  const ofKinds = (kinds: readonly MarkerKind[]) => markers.filter(({ kind }) => kinds.includes(kind));
  const results = ofKinds(['handed-in']);
  const ticks = (shown: readonly DebriefMarker[]) =>
    shown.map(({ kind, at, index }) => <i key={`${kind} ${index}`} className={styles.tick} style={left(at)} />);
  const rows = [
    { name: texts.leader, shown: ofKinds(['leader']) },
    ...(recording.presenceSince === null ? [] : [{ name: texts.offline, shown: wentOffline(markers) }]),
    { name: texts.staff, shown: ofKinds(STAFF) },
  ];
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      <div className={styles.timeline}>
        <Row name={texts.results} count={results.length}>
          <Bars counts={countsByTime(results, axis)} />
        </Row>
        {recording.presenceSince !== null && (
          <Row name={texts.help} count={requests.length}>
            <Bars kind="help" counts={openByTime(requests, axis)} />
          </Row>
        )}
        {rows.map(({ name, shown }) => (
          <Row key={name} name={name} count={shown.length}>
            {ticks(shown)}
          </Row>
        ))}
        <Row name={texts.moments} count={moments.length}>
          {moments.map(({ marker }, place) => (
            <b key={place} className={styles.number} style={left(marker.at)}>
              {place + 1}
            </b>
          ))}
        </Row>
        <div className={styles.axis} aria-hidden="true">
          {TICKS.map((share) => {
            const time = axis.timeAt(share * axis.length);
            return <span key={share}>{(axis.length < SHORT_MS ? secondOfDay : minuteOfDay)(time)}</span>;
          })}
        </div>
      </div>
    </section>
  );
}

function Bars({ counts, kind }: { counts: readonly number[]; kind?: 'help' }) {
  const most = Math.max(1, ...counts);
  return (
    <svg viewBox={`0 0 ${counts.length} 1`} preserveAspectRatio="none" className={styles.bars} data-kind={kind}>
      {counts.map((count, place) => (
        <rect key={place} x={place + 0.1} width={0.8} y={1 - count / most} height={count / most} />
      ))}
    </svg>
  );
}

function Row({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <p>
        <span className="label">{name}</span> <b className="figures">{count}</b>
      </p>
      <div aria-hidden="true" className={styles.track}>
        {children}
      </div>
    </div>
  );
}
