import type { OwnAttempt, OwnResult, OwnScenario } from '../../../../api/contracts/results.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { resultsMessages as messages } from '../results.messages.js';
import styles from './results-page.module.css';
import { GradeAndPoints, Original, type Worth, worthOf } from './worth.js';

/** The result that counts, where it is not simply that of the marked attempt. */
export function ScenarioResult({ result, attempts, decisions }: OwnScenario) {
  const marked = attempts.find(({ best }) => best);
  if (!result) {
    const isExcused = decisions.some(({ kind }) => kind === 'Excused');
    return attempts.length > 0 && !isExcused ? <p className={styles.soft}>{messages.noneCounts}</p> : null;
  }
  if (marked && !result.original && isSame(result, marked)) return null;
  return (
    <div className={styles.result}>
      <b>{messages.result}</b>
      <GradeAndPoints worth={result} />
      <p className={styles.marks}>
        {result.passed ? <Chip tone="good">{messages.passed}</Chip> : <Chip tone="bad">{messages.notPassed}</Chip>}
      </p>
      <Original {...result} />
    </div>
  );
}

function isSame(result: OwnResult, marked: OwnAttempt): boolean {
  const worth = worthOf(marked);
  const keys = Object.keys(worth) as (keyof Worth)[];
  return result.passed === marked.passed && keys.every((key) => result[key] === worth[key]);
}
