import { MAX_REASON } from '../../../../api/contracts/grading.rule.js';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CellDecisionChange, DecidedCells } from '../../../../api/contracts/grading.contract.js';
import { newId } from '../../../shared/new-id.js';
import { CheckField, TextField } from '../../../shared/ui/fields.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { Loading } from '../../../shared/ui/loading.js';
import type { DecidedCell } from '../decided-cell.js';
import { decisionsMessages as messages } from '../decisions.messages.js';
import { decidedCellsQuery, isDecidedMeanwhile, useDecideCells } from '../grades.api.js';
import { parsePoints } from '../typed-points.js';
import { DecisionFacts } from './decision-facts.js';
import styles from './decisions.module.css';

/** Number of earlier decisions that the dialog shows. */
const SHOWN = 5;

interface DecideCellsDialogProps {
  sessionId: string;
  cells: readonly DecidedCell[];
  kind: CellDecisionChange['kind'];
  onClose: () => void;
}

/** Decides about one or several cells with a reason, after showing earlier decisions about them. */
export default function DecideCellsDialog({ sessionId, cells, kind, onClose }: DecideCellsDialogProps) {
  const [first] = cells;
  const { data, error, isFetching } = useQuery(decidedCellsQuery(sessionId));
  const decide = useDecideCells(sessionId);
  const [reason, setReason] = useState('');
  const [points, setPoints] = useState(cells.length === 1 ? textOf(first?.points) : '');
  const [maximum, setMaximum] = useState(textOf(first?.maximum));
  const [passed, setPassed] = useState(first?.passed ?? true);
  const sent = useRef({ content: '', ids: [] as string[] });
  const isMeanwhile = isDecidedMeanwhile(decide.error);
  const set = parsePoints(points, maximum);
  const isReady =
    data !== undefined && !isFetching && reason.trim() !== '' && (kind !== 'Points' || set.problem === null);
  const decided = data ? decidedOf(data, cells) : [];

  function submit(): void {
    if (!data) return;
    const change: CellDecisionChange =
      kind === 'Points' ? { kind, points: set.points, maximum: set.maximum, passed } : { kind };
    const content = JSON.stringify([change, reason.trim()]);
    // An unchanged retry keeps its ids, so that the server records it once. The server refuses known ids with other content.
    if (sent.current.content !== content) sent.current = { content, ids: cells.map(newId) };
    const request = cells.map(({ userId, scenarioId }, index) => ({
      decisionId: sent.current.ids[index]!,
      userId,
      scenarioId,
      version: versionOf(data, userId, scenarioId),
    }));
    decide.mutate({ cells: request, change, reason: reason.trim() }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={messages.titles[kind](whoOf(cells))}
      submit={messages.submit[kind]}
      action={decide}
      disabled={!isReady}
      problem={isMeanwhile ? null : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.soft}>{messages.help[kind]}</p>
      {isMeanwhile && <Alert severity="warning">{messages.meanwhile}</Alert>}
      {error && <Alert severity="error">{messages.couldNotLoad}</Alert>}
      {!data && !error && <Loading />}
      {decided.length > 0 && (
        <section className={styles.earlier}>
          <p>{messages.earlier(decided.length)}</p>
          <ul className={styles.list}>
            {decided.slice(0, SHOWN).map(({ cell, newest }) => (
              <li key={newest.decisionId}>
                {cells.length > 1 && <b>{messages.cell(cell.username, cell.scenarioTitle)}</b>}
                <DecisionFacts decision={newest} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {kind === 'Points' && (
        <>
          <div className={styles.pair}>
            <TextField
              label={messages.points}
              inputMode="decimal"
              maxLength={12}
              error={points !== '' && set.problem === 'points' ? messages.pointsProblem : undefined}
              value={points}
              onChange={setPoints}
            />
            <TextField
              label={messages.maximum}
              inputMode="decimal"
              maxLength={12}
              error={set.problem === 'maximum' ? messages.maximumProblem : undefined}
              value={maximum}
              onChange={setMaximum}
            />
          </div>
          <CheckField label={messages.passed} checked={passed} onChange={setPassed} />
        </>
      )}
      <TextField
        label={kind === 'Comment' ? messages.comment : messages.reason}
        hint={messages.reasonHint}
        maxLength={MAX_REASON}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

const whoOf = (cells: readonly DecidedCell[]): string =>
  cells.length === 1 ? `${cells[0]!.username}, ${cells[0]!.scenarioTitle}` : messages.students(cells.length);

const versionOf = ({ cells }: DecidedCells, userId: string, scenarioId: string): number =>
  cells.find((cell) => cell.userId === userId && cell.scenarioId === scenarioId)?.version ?? 0;

/** Returns the newest decisions about the cells, in their order. */
const decidedOf = ({ cells: decided }: DecidedCells, cells: readonly DecidedCell[]) =>
  cells.flatMap((cell) => {
    const found = decided.find(({ userId, scenarioId }) => userId === cell.userId && scenarioId === cell.scenarioId);
    return found?.newest ? [{ cell, newest: found.newest }] : [];
  });

const textOf = (points: number | null | undefined): string => (points ? String(points) : '');
