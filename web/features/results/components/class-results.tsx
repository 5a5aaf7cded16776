import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { OwnClassResults } from '../../../../api/contracts/results.contract.js';
import { readableNumber } from '../../../shared/locale.js';
import { dateOnly } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { ownRankQuery } from '../api/get-own-place.js';
import { ownDebriefMessages } from '../own-debrief.messages.js';
import { resultsMessages as messages } from '../results.messages.js';
import styles from './results-page.module.css';
import { ScenarioResults } from './scenario-results.js';

interface ClassResultsProps {
  results: OwnClassResults;
  leaderboardTo: (params: { sessionId: string }) => string;
  debriefTo: (params: { sessionId: string }) => string;
}

/** The user's own attempts in one class, or all attempts outside a class. */
export function ClassResults({
  results: { session, grading, answersReleasedAt, debriefReleasedAt, scenarios },
  leaderboardTo,
  debriefTo,
}: ClassResultsProps) {
  const id = useId();
  const hasQuestions = scenarios.some(({ attempts }) => attempts.some(({ questions }) => questions > 0));
  return (
    <section className={styles.class} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{session ? session.name : messages.outsideClass}</h2>
          <p className={styles.soft}>{session ? factsOf(session) : messages.outsideClassHelp}</p>
        </div>
        {session && session.startDate !== null && session.endDate === null && (
          <Chip tone="good">{messages.running}</Chip>
        )}
        {session && debriefReleasedAt !== null && (
          <Link
            className={styles.debrief}
            to={debriefTo({ sessionId: session.id })}
            aria-label={ownDebriefMessages.openOf(session.name)}
          >
            {ownDebriefMessages.open}
          </Link>
        )}
        {session && <OwnRank sessionId={session.id} href={leaderboardTo({ sessionId: session.id })} />}
      </header>
      <Grading grading={grading} />
      {session && hasQuestions && answersReleasedAt === null && (
        <p className={styles.soft}>{messages.answers.notReleased}</p>
      )}
      {scenarios.length === 0 && <p>{messages.noAttempts}</p>}
      {scenarios.map((scenario) => (
        <ScenarioResults
          key={scenario.scenarioId}
          scenario={scenario}
          policy={grading.attempts}
          isInClass={session !== null}
          answersReleased={answersReleasedAt !== null}
        />
      ))}
    </section>
  );
}

/** The settings of the course that differ from the default rules. */
function Grading({ grading: { count, attempts, passMark } }: Pick<OwnClassResults, 'grading'>) {
  return (
    <>
      {count === 'Witnessed' && <p className={styles.soft}>{messages.onlyWitnessed}</p>}
      {count === 'Verified' && <p className={styles.soft}>{messages.onlyVerified}</p>}
      {attempts === 'Last' && <p className={styles.soft}>{messages.lastCounts}</p>}
      {attempts === 'Average' && <p className={styles.soft}>{messages.averageCounts}</p>}
      {passMark !== null && <p className={styles.soft}>{messages.passMark(passMark)}</p>}
    </>
  );
}

function factsOf({ courseName, startDate, endDate }: NonNullable<OwnClassResults['session']>): string {
  const [start, end] = [startDate, endDate].map((moment) => moment && dateOnly(moment));
  const days = start && end && end !== start ? `${start} – ${end}` : start;
  return [courseName, days].filter(Boolean).join(' · ');
}

/** The user's own rank on the board of the class, when the course shows one. */
function OwnRank({ sessionId, href }: { sessionId: string; href: string }) {
  const { data, isPending } = useQuery(ownRankQuery(sessionId));
  if (isPending) {
    return (
      <p className={styles.place} aria-hidden="true">
        <Skeleton component="span" width="11.5rem" className={styles.placeSkeleton} />
      </p>
    );
  }
  if (!data?.me) return null;
  return (
    <p className={styles.place}>
      <Link to={href}>{messages.place(readableNumber(data.me.rank), readableNumber(data.me.score))}</Link>
      {data.frozenAt !== null && <Chip tone="note">{messages.frozen}</Chip>}
    </p>
  );
}
