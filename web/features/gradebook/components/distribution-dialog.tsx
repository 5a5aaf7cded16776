import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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
        <Table className={styles.table} aria-label={texts.table}>
          <TableHead>
            <TableRow>
              <TableCell>{texts.grade}</TableCell>
              <TableCell>{texts.percent}</TableCell>
              <TableCell>{texts.students}</TableCell>
              <TableCell>{texts.share}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {bands.map(({ grade, range, count }) => (
              <TableRow key={grade}>
                <TableCell component="th" scope="row">
                  {grade}
                </TableCell>
                <TableCell>{range}</TableCell>
                <TableCell>{count}</TableCell>
                <TableCell>{graded === 0 ? '-' : `${Math.round((count / graded) * 100)}%`}</TableCell>
              </TableRow>
            ))}
            <TableRow>
              <TableCell component="th" scope="row">
                {texts.none}
              </TableCell>
              <TableCell>{texts.noGrade}</TableCell>
              <TableCell>{without}</TableCell>
              <TableCell>-</TableCell>
            </TableRow>
          </TableBody>
        </Table>
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
