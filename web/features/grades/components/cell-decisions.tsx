import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CellDecisionChange, CellHistoryEntry } from '../../../../api/contracts/grading.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { focusEntryOf } from '../../../shared/ui/list-focus.js';
import type { DecidedCell } from '../decided-cell.js';
import { decisionsMessages as messages } from '../decisions.messages.js';
import { cellHistoryQuery, useUndoDecision } from '../grades.api.js';
import { DecisionFacts, decisionWords } from './decision-facts.js';
import styles from './decisions.module.css';

const DecideCellsDialog = lazyDialog(() => import('./decide-cells-dialog.js'));

const KINDS = ['Points', 'Excused', 'Comment', 'Cleared'] as const satisfies readonly CellDecisionChange['kind'][];

interface CellDecisionsProps {
  sessionId: string;
  cell: DecidedCell;
}

/** The decisions about a cell, newest first, with the buttons that decide and undo. */
export default function CellDecisions({ sessionId, cell }: CellDecisionsProps) {
  const { data, error } = useQuery(cellHistoryQuery(sessionId, cell.userId, cell.scenarioId));
  const [kind, setKind] = useState<CellDecisionChange['kind'] | null>(null);
  return (
    <section className={styles.decided} aria-label={messages.history}>
      <h3>{messages.history}</h3>
      <div className={styles.actions} data-screen-only>
        {KINDS.map((each) => (
          <Button
            key={each}
            size="small"
            variant="outlined"
            disabled={each === 'Cleared' && !isReplaced(data?.decisions ?? [])}
            onClick={() => setKind(each)}
          >
            {messages.actions[each]}
          </Button>
        ))}
      </div>
      {error && <p role="alert">{messages.historyFailed}</p>}
      {data?.decisions.length === 0 && <p className={styles.soft}>{messages.noHistory}</p>}
      {data && data.decisions.length > 0 && (
        <ul className={styles.list}>
          {data.decisions.map((decision) => (
            <li key={decision.decisionId} tabIndex={-1}>
              <DecisionFacts decision={decision} />
              {decision.undoneAt === null && decision.kind !== 'Regraded' && (
                <UndoButton sessionId={sessionId} decision={decision} />
              )}
            </li>
          ))}
        </ul>
      )}
      {kind && <DecideCellsDialog sessionId={sessionId} cells={[cell]} kind={kind} onClose={() => setKind(null)} />}
    </section>
  );
}

/** Returns whether set points or an excuse apply. The decisions are sorted from newest to oldest. */
function isReplaced(decisions: readonly CellHistoryEntry[]): boolean {
  const newest = decisions.find(
    ({ kind, undoneAt }) => undoneAt === null && (kind === 'Points' || kind === 'Excused' || kind === 'Cleared'),
  );
  return newest !== undefined && newest.kind !== 'Cleared';
}

/** Regrades concern other students too, so they are undone in the list of regrades. */
function UndoButton({ sessionId, decision }: { sessionId: string; decision: CellHistoryEntry }) {
  const undo = useUndoDecision(sessionId);
  return (
    <Button
      size="small"
      variant="text"
      disabled={undo.isPending}
      aria-label={messages.undoOf(decisionWords(decision))}
      onClick={(event) => {
        focusEntryOf(event.currentTarget);
        undo.mutate(decision.decisionId);
      }}
    >
      {messages.undo}
    </Button>
  );
}
