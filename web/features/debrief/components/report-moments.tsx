import type { ReportedMoment } from '../../../../api/contracts/debrief-moments.rule.js';
import { momentOfTime } from '../../../../api/contracts/moment.rule.js';
import { secondOfDay } from '../../../shared/readable-time.js';
import type { EventWords } from '../event-words.js';
import { reportMessages } from '../report.messages.js';
import styles from './report.module.css';

interface ReportMomentsProps {
  moments: readonly ReportedMoment[];
  words: EventWords;
}

/** The moments that are worth talking about, with the numbers of the timeline. */
export function ReportMoments({ moments, words }: ReportMomentsProps) {
  const texts = reportMessages.moments;
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      {moments.length === 0 && <p>{texts.none}</p>}
      <ol className={styles.moments}>
        {moments.map((moment, place) => (
          <li key={`${moment.reason} ${moment.marker.at}`}>
            <b aria-hidden="true" className={styles.number}>
              {place + 1}
            </b>
            <time dateTime={momentOfTime(moment.marker.at)} className="figures">
              {secondOfDay(moment.marker.at)}
            </time>
            <p>
              {sentenceOf(moment, words)}
              <small>{texts.reasons[moment.reason]}</small>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function sentenceOf({ reason, marker, students }: ReportedMoment, words: EventWords): string {
  const { many } = reportMessages.moments;
  if (reason === 'many-asked' || reason === 'many-offline' || reason === 'many-results') return many[reason](students);
  return words.markerWords(marker);
}
