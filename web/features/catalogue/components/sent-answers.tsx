import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { sentAnswersQuery, useChangeSentAnswers } from '../api/sent-answers.js';
import { catalogueMessages } from '../catalogue.messages.js';
import styles from './sent-answers.module.css';

/** Section of the system page that decides whether players receive correct answers (docs/rules.md#answers-of-quizzes). */
export function SentAnswersSetting() {
  const headingId = useId();
  const texts = catalogueMessages.answers;
  const { data, isError, refetch } = useQuery(sentAnswersQuery());
  const change = useChangeSentAnswers();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{texts.title}</h2>
      <p>{texts.help}</p>
      {isError && <LoadFailed what={texts.setting} onRetry={() => void refetch()} />}
      {data && (
        <Toggle
          label={texts.label}
          tone="quiet"
          checked={data.sent}
          words={[texts.sent, texts.withheld]}
          disabled={change.isPending}
          onChange={(sent) => change.mutate({ sent })}
        />
      )}
    </section>
  );
}
