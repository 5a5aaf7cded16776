import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { useDistribution } from '../use-distribution.js';
import { DistributionChart } from './distribution-chart.js';
import styles from './distribution-dialog.module.css';

interface DistributionDialogProps {
  view: GradebookView;
  /** Null: the averages of the students. */
  scenario: GradebookScenario | null;
  onClose: () => void;
}

/** How the grades of the students shown are spread: a chart, and the same figures as a table. */
export default function DistributionDialog({ view, scenario, onClose }: DistributionDialogProps) {
  const titleId = useId();
  const { bands, graded, without } = useDistribution(view, scenario);
  const subject = scenario ? 'best attempts' : 'averages of the students';
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Distribution: {scenario?.scenarioTitle ?? 'all scenarios shown'}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.about}>
          Grades of the {subject}
          {view.filtered && `, for the ${view.students.length} of ${view.enrolled} students shown`}.
        </p>
        <DistributionChart bands={bands} />
        <table className={styles.table} aria-label="Students by grade">
          <thead>
            <tr className="label">
              <th scope="col">Grade</th>
              <th scope="col">Percent</th>
              <th scope="col">Students</th>
              <th scope="col">Share</th>
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
              <th scope="row">None</th>
              <td>no grade</td>
              <td>{without}</td>
              <td>-</td>
            </tr>
          </tbody>
        </table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
