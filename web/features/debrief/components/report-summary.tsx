import type { CSSProperties } from 'react';
import type { HelpRequest } from '../../../../api/contracts/debrief-help.rule.js';
import type { ClassReport } from '../../../../api/contracts/debrief-report.rule.js';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import type { Recording } from '../../../../api/contracts/recording.contract.js';
import { dateOnly, minuteOfDay } from '../../../shared/readable-time.js';
import { debriefMessages } from '../debrief.messages.js';
import { clockOf } from '../durations.js';
import { reportMessages } from '../report.messages.js';
import styles from './report.module.css';

interface ReportSummaryProps {
  recording: Recording;
  report: ClassReport;
  requests: readonly HelpRequest[];
}

/** The class in figures, with the students by grade. */
export function ReportSummary({ recording, report, requests }: ReportSummaryProps) {
  const texts = reportMessages.summary;
  const { session, presenceSince } = recording;
  const start = session.startDate!;
  const facts: readonly (readonly [name: string, value: string | number, detail?: string])[] = [
    [texts.course, session.groupName],
    [
      texts.date,
      dateOnly(start),
      session.endDate === null
        ? texts.running(minuteOfDay(start))
        : texts.times(minuteOfDay(start), minuteOfDay(session.endDate)),
    ],
    [texts.length, clockOf(report.length)],
    [texts.students, report.students],
    [texts.results, texts.resultsOf(report.results, report.possible)],
    [texts.attempts, report.attempts],
    [texts.median, report.median === null ? texts.noMedian : gradedText(report.median)],
    [texts.help, presenceSince === null ? texts.notRecorded : requests.length],
  ];
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value, detail]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>
              {value}
              {detail && <small>{detail}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <Grades report={report} />
    </section>
  );
}

export const gradedText = (percent: number): string => debriefMessages.result.graded(gradeOf(percent), percent);

function Grades({ report: { grades, ungraded } }: Pick<ReportSummaryProps, 'report'>) {
  const texts = reportMessages.summary;
  const bars = [...grades, ...(ungraded > 0 ? [{ grade: null, students: ungraded }] : [])];
  const most = Math.max(1, ...bars.map(({ students }) => students));
  return (
    <figure className={styles.grades}>
      <figcaption className="label">{texts.grades}</figcaption>
      <ul>
        {bars.map(({ grade, students }) => (
          <li key={grade}>
            <span className="visually-hidden">{texts.inGrade(grade ?? texts.ungraded, students)}</span>
            <span aria-hidden="true" className={styles.bar}>
              <b>{students}</b>
              {students > 0 && (
                <i data-grade={grade ?? undefined} style={{ '--share': students / most } as CSSProperties} />
              )}
            </span>
            <span aria-hidden="true" className={styles.letter}>
              {grade ?? texts.ungraded}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
