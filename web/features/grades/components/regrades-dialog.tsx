import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { RegradeEntry } from '../../../../api/contracts/grading.contract.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { focusEntryOf } from '../../../shared/ui/list-focus.js';
import { Loading } from '../../../shared/ui/loading.js';
import { regradesQuery, useUndoRegrade } from '../grades.api.js';
import { regradesMessages as messages } from '../regrades.messages.js';
import styles from './decisions.module.css';

interface RegradesDialogProps {
  courseId: string;
  /** Titles of scenarios by id. */
  titles: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** All regrades of a course, newest first. Each can be undone at any time. */
export default function RegradesDialog({ courseId, titles, onClose }: RegradesDialogProps) {
  const { data, error } = useQuery(regradesQuery(courseId));
  const undo = useUndoRegrade(courseId);
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{messages.listTitle}</DialogTitle>
      <DialogContent>
        {error && <p role="alert">{messages.couldNotLoad}</p>}
        {!data && !error && <Loading />}
        {data?.regrades.length === 0 && <EmptyNote title={messages.none}>{messages.noneHelp}</EmptyNote>}
        <ul className={styles.list}>
          {data?.regrades.map((regrade) => {
            const what = regrade.questionText ?? titles.get(regrade.scenarioId) ?? messages.wholeScenario;
            return (
              <li key={regrade.decisionId} tabIndex={-1}>
                <b className={regrade.undoneAt ? styles.undone : undefined}>
                  {messages.entry(what, changeWords(regrade))}
                </b>
                <q className={styles.reason}>{regrade.reason}</q>
                <span className={styles.soft}>{factsOf(regrade)}</span>
                {regrade.undoneAt === null && (
                  <Button
                    size="small"
                    variant="text"
                    disabled={undo.isPending}
                    aria-label={messages.undoOf(what)}
                    onClick={(event) => {
                      focusEntryOf(event.currentTarget);
                      undo.mutate(regrade.decisionId);
                    }}
                  >
                    {messages.undo}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function changeWords({ change }: RegradeEntry): string {
  if (change.kind === 'Keys') return messages.kinds.Keys(change.keys.length);
  return change.kind === 'Points' ? messages.kinds.Points(change.points) : messages.kinds[change.kind];
}

function factsOf({ sessionName, by, at, undoneAt }: RegradeEntry): string {
  const when = dateAndTime(at);
  const parts = [sessionName ?? messages.allClasses, by === null ? messages.on(when) : messages.by(by, when)];
  return [...parts, ...(undoneAt ? [messages.undone(dateAndTime(undoneAt))] : [])].join(' · ');
}
