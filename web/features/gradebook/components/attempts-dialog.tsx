import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import type { Scenario } from '../../../../api/contracts/catalogue.contract.js';
import type { AttemptPolicy } from '../../../../api/contracts/grading.rule.js';
import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { Loading } from '../../../shared/ui/loading.js';
import { attemptsQuery } from '../gradebook.api.js';
import { attemptGroups } from '../attempt-groups.js';
import { gradebookDialogsMessages as messages } from '../gradebook-dialogs.messages.js';
import { AttemptCard } from './attempt-card.js';
import styles from './attempts-dialog.module.css';

type ScenarioOfAttempts = Pick<Scenario, 'scenarioId' | 'scenarioTitle'>;

/** The class whose attempts are shown; `subscribeAny` notifies with the keys of changed cells. */
export interface AttemptsOf {
  sessionId: string;
  scenarios: readonly ScenarioOfAttempts[];
  store: Pick<RowStore<unknown>, 'subscribeAny'>;
}

interface AttemptsDialogProps {
  open: AttemptsOf;
  student: { userId: string; username: string; name: string };
  /** Null for the attempts of all scenarios. */
  scenario: ScenarioOfAttempts | null;
  /** Which attempt counts in the course; undefined while it loads. */
  policy: AttemptPolicy | undefined;
  /** What staff decided about the cell. */
  decisions?: ReactNode;
  /** Returns the actions of an attempt. */
  attemptActions?: (attempt: Scorecard) => ReactNode;
  onClose: () => void;
}

/** Every attempt of a student, in one scenario or in all. Loads again as soon as one of their cells changes. */
export default function AttemptsDialog(props: AttemptsDialogProps) {
  const { open, student, scenario, policy, decisions, attemptActions, onClose } = props;
  const texts = messages.attempts;
  const titleId = useId();
  const scenarioId = scenario?.scenarioId ?? null;
  const { data, isError, refetch } = useQuery(
    attemptsQuery({ sessionId: open.sessionId, userId: student.userId, scenarioId }),
  );
  useEffect(() => {
    const own = `${student.userId}:${scenarioId ?? ''}`;
    return open.store.subscribeAny((keys) => {
      if ([...keys].some((key) => key.startsWith(own))) void refetch();
    });
  }, [open, student.userId, scenarioId, refetch]);
  const groups = data && attemptGroups(data, open.scenarios, policy);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {texts.title(student.username)}
        <span className={styles.subtitle}>{[student.name, scenario?.scenarioTitle].filter(Boolean).join(' · ')}</span>
      </DialogTitle>
      <DialogContent className={styles.content}>
        {isError && !data && <p role="alert">{texts.couldNotLoad}</p>}
        {!data && !isError && <Loading />}
        {decisions}
        {groups?.length === 0 && <EmptyNote title={texts.none}>{texts.noneHelp}</EmptyNote>}
        {groups?.map((group) => (
          <section key={group.scenarioId} aria-label={group.title} className={styles.group}>
            {!scenario && <h3 className={styles.scenario}>{group.title}</h3>}
            {group.attempts.map((numbered) => (
              <AttemptCard
                key={numbered.attempt.attemptId}
                {...numbered}
                actions={attemptActions?.(numbered.attempt)}
              />
            ))}
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
