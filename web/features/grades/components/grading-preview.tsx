import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import type { GradingPreview as Preview, ResultChange } from '../../../../api/contracts/grading.contract.js';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { CheckField } from '../../../shared/ui/fields.js';
import { gradingPreviewQuery, type Previewed } from '../grades.api.js';
import { gradingMessages } from '../grading.messages.js';
import styles from './grading.module.css';

const texts = gradingMessages.preview;

interface GradingPreviewProps {
  courseId: string;
  change: Previewed;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}

/** What a change of a course would do to results, averages and boards, and the checkbox that confirms it. */
export function GradingPreview({ courseId, change, isConfirmed, onConfirm }: GradingPreviewProps) {
  const { data: preview, error } = useQuery(gradingPreviewQuery(courseId, change));
  const isOfOneClass = change.path === 'regrades' && change.body.sessionId !== null;
  return (
    <>
      {/* Focusable, because it scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={texts.label} tabIndex={0} className={styles.preview}>
        <div role="status">
          {error && <p>{titleOf(error) || texts.failed}</p>}
          {!error && !preview && <p>{texts.computing}</p>}
          {preview && <Summary preview={preview} />}
        </div>
        {preview && <Lists preview={preview} hasClass={!isOfOneClass} />}
      </div>
      {preview && <CheckField label={texts.confirm} checked={isConfirmed} onChange={onConfirm} />}
    </>
  );
}

function Summary({ preview }: { preview: Preview }) {
  const { lost, gained, changed, letters, averagesTotal, placesTotal } = preview;
  if (lost + gained + changed + averagesTotal + placesTotal === 0) return <p>{texts.nothing}</p>;
  return (
    <>
      {lost > 0 && <p>{texts.lost(lost)}</p>}
      {gained > 0 && <p>{texts.gained(gained)}</p>}
      {changed > 0 && <p>{texts.changed(changed)}</p>}
      {letters > 0 && <p>{texts.letters(letters)}</p>}
    </>
  );
}

interface Change {
  key: string;
  student: string;
  session: string;
  scenario?: string;
  from: string;
  to: string;
}

function Lists({ preview, hasClass }: { preview: Preview; hasClass: boolean }) {
  const { lost, gained, changed, results, averagesTotal, averages, placesTotal, places } = preview;
  const ofStudent = (unit: string) => (change: Preview['places'][number]) => ({
    key: `${change.sessionId}:${change.userId}`,
    student: change.username,
    session: change.sessionName,
    from: change.from === null ? texts.none : `${change.from}${unit}`,
    to: change.to === null ? texts.none : `${change.to}${unit}`,
  });
  const tables = [
    { title: texts.results, total: lost + gained + changed, changes: results.map(ofResult) },
    { title: texts.averages(averagesTotal), total: averagesTotal, changes: averages.map(ofStudent('%')) },
    { title: texts.places(placesTotal), total: placesTotal, changes: places.map(ofStudent('.')) },
  ];
  return tables.map((table) => <ChangeTable key={table.title} {...table} hasClass={hasClass} />);
}

const ofResult = ({ sessionId, userId, scenarioId, ...change }: ResultChange): Change => ({
  key: `${sessionId}:${userId}:${scenarioId}`,
  student: change.username,
  session: change.sessionName,
  scenario: change.scenarioTitle,
  from: figures(change.from),
  to: figures(change.to),
});

function figures(result: ResultChange['from']): string {
  if (!result) return texts.none;
  const { points, maximum, percent } = result;
  return percent === null ? `${points} / ${maximum}` : `${points} / ${maximum} (${percent}% ${gradeOf(percent)})`;
}

interface ChangeTableProps {
  title: string;
  total: number;
  changes: readonly Change[];
  hasClass: boolean;
}

function ChangeTable({ title, total, changes, hasClass }: ChangeTableProps) {
  if (changes.length === 0) return null;
  const hasScenario = changes.some(({ scenario }) => scenario !== undefined);
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{texts.student}</TableCell>
            {hasClass && <TableCell>{texts.session}</TableCell>}
            {hasScenario && <TableCell>{texts.scenario}</TableCell>}
            <TableCell>{texts.before}</TableCell>
            <TableCell>{texts.after}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map(({ key, student, session, scenario, from, to }) => (
            <TableRow key={key}>
              <TableCell>{student}</TableCell>
              {hasClass && <TableCell>{session}</TableCell>}
              {hasScenario && <TableCell>{scenario}</TableCell>}
              <TableCell>{from}</TableCell>
              <TableCell>{to}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {total > changes.length && <p>{texts.more(total - changes.length)}</p>}
    </section>
  );
}
