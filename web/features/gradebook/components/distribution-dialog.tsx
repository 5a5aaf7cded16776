import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useReducer } from 'react';
import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { gradebookDialogsMessages as messages } from '../gradebook-dialogs.messages.js';
import { percentOfCell } from '../cell-display.js';
import { distributionOf, type Distribution } from '../distribution.js';
import { DistributionChart } from './distribution-chart.js';
import styles from './distribution-dialog.module.css';

interface DistributionDialogProps {
  view: GradebookView;
  /** Null for the averages of the students. */
  scenario: GradebookScenario | null;
  onClose: () => void;
}

/** Distribution of the grades of the shown students: a chart, and the same figures as a table. */
export default function DistributionDialog({ view, scenario, onClose }: DistributionDialogProps) {
  const texts = messages.distribution;
  const titleId = useId();
  const { bands, graded, without } = useDistribution(view, scenario);
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{scenario ? texts.title(scenario.scenarioTitle) : texts.titleOfAll}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.about}>{aboutText(view, scenario)}</p>
        <DistributionChart bands={bands} />
        <table className={styles.table} aria-label={texts.table}>
          <thead>
            <tr className="label">
              <th scope="col">{texts.grade}</th>
              <th scope="col">{texts.percent}</th>
              <th scope="col">{texts.students}</th>
              <th scope="col">{texts.share}</th>
            </tr>
          </thead>
          <tbody>
            {bands.map(({ grade, range, count }) => (
              <tr key={grade}>
                <th scope="row">{grade}</th>
                <td>{range}</td>
                <td>{count}</td>
                <td>{graded === 0 ? '-' : `${Math.round((count / graded) * 100)}%`}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{texts.none}</th>
              <td>{texts.noGrade}</td>
              <td>{without}</td>
              <td>-</td>
            </tr>
          </tbody>
        </table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function aboutText({ filtered, students, enrolled }: GradebookView, scenario: GradebookScenario | null): string {
  const texts = messages.distribution;
  if (!filtered) return scenario ? texts.ofBest : texts.ofAverages;
  return (scenario ? texts.ofBestShown : texts.ofAveragesShown)(students.length, enrolled);
}

/** Minimum time between two counts; all changes in between are counted together. */
const TOGETHER_MS = 1_000;

/** Counts the grades of the shown students, in one scenario or in their averages, and keeps the counts current. */
function useDistribution(view: GradebookView, scenario: GradebookScenario | null): Distribution {
  const { open, students, averages } = view;
  const [, countAgain] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = open.store.subscribeAny(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        countAgain();
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [open]);
  const percentOf = (userId: string): number | null =>
    scenario ? percentOfCell(open.store.get(cellKey(userId, scenario.scenarioId))?.value) : averages.percentOf(userId);
  return distributionOf(students.map(({ userId }) => percentOf(userId)));
}
