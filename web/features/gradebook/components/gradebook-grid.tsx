import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { GRADING_KEY } from '../../../../api/contracts/gradebook-rows.rule.js';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useLiveRows, useRow } from '../../../shared/live-client/use-live-rows.js';
import { selectQuiz } from '../../../shared/session/selected-quiz.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import type { CellTools, ChosenCell, MenuPlace } from '../cell-tools.js';
import { FIRST_SCENARIO_COLUMN } from '../grid-places.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import type { OpenGradebook } from '../open-gradebook.js';
import type { RosterEntry } from '../roster.js';
import { useGradebookView } from '../use-gradebook-view.js';
import { useCellSelection } from '../use-cell-selection.js';
import type { GridActions } from '../use-grid-actions.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { lateAttemptsQuery } from '../gradebook.api.js';
import styles from './gradebook-page.module.css';
import { GradebookTable } from './gradebook-table.js';
import { GradebookToolbar } from './gradebook-toolbar.js';
import { SelectionBar } from './selection-bar.js';
import { PrintedGradebook } from './printed-gradebook.js';

/** Builds the address of the answers to a quiz. The address contains names (docs/rules.md#quiz-addresses). */
export type QuizAddress = (names: { sessionName: string; scenarioShortTitle: string }) => string;

const AttemptsDialog = lazyDialog(() => import('./attempts-dialog.js'));
const DistributionDialog = lazyDialog(() => import('./distribution-dialog.js'));

type Opened =
  | { dialog: 'attempts'; student: RosterEntry; scenario: GradebookScenario | null }
  | { dialog: 'distribution'; scenario: GradebookScenario | null }
  | { dialog: 'menu'; cells: readonly ChosenCell[]; place: MenuPlace; onAttempts: (() => void) | undefined }
  | { dialog: 'scenario-menu'; scenario: GradebookScenario; place: MenuPlace };

interface GradebookGridProps {
  session: ClassSessionDetails;
  ended: boolean;
  open: OpenGradebook;
  quizTo: QuizAddress;
  tools?: ReactNode;
  cellTools: CellTools;
}

/** The live grid with its toolbar and the dialogs that open from it. */
export function GradebookGrid({ session, ended, open, quizTo, tools, cellTools }: GradebookGridProps) {
  useLiveRows({ topic: 'gradebook', id: open.sessionId, store: open.store, from: open.from });
  const { view, outOfOrder, sortAgain, onSort, onSearch, ...narrowing } = useGradebookView(open);
  const grading = useRow(open.store, GRADING_KEY)?.value;
  const [opened, setOpened] = useState<Opened | null>(null);
  const selection = useCellSelection(view);
  const navigate = useNavigate();
  const quizOf = useMemo(
    () =>
      ({ scenarioType, scenarioShortTitle }: GradebookScenario) =>
        scenarioType === 'Quiz' ? quizTo({ sessionName: session.name, scenarioShortTitle }) : null,
    [quizTo, session.name],
  );
  const actions: GridActions = {
    onSort,
    onQuiz(scenario, followed) {
      selectQuiz({ sessionId: session.id, quizId: scenario.scenarioId });
      const address = quizOf(scenario);
      if (!followed && address) void navigate(address);
    },
    onAttempts: (student, scenario) => setOpened({ dialog: 'attempts', student, scenario }),
    onDistribution: (scenario) => setOpened({ dialog: 'distribution', scenario }),
    onMenu(position, place) {
      const cell = selection.cellAt(position);
      const scenario = view.scenarios[position.column - FIRST_SCENARIO_COLUMN];
      if (cell) openMenu(cell, place);
      else if (scenario) setOpened({ dialog: 'scenario-menu', scenario, place });
    },
  };
  const openMenu = (cell: ChosenCell, place: MenuPlace): void => {
    const several = selection.cells();
    const isPart =
      several.length > 1 &&
      several.some(({ userId, scenario }) => userId === cell.userId && scenario === cell.scenario);
    const student = open.roster.get().find(({ userId }) => userId === cell.userId);
    const onAttempts = isPart || !student ? undefined : () => actions.onAttempts(student, cell.scenario);
    setOpened({ dialog: 'menu', cells: isPart ? several : [cell], place, onAttempts });
  };
  const openSelected = (button: HTMLElement): void => {
    const { left, bottom } = button.getBoundingClientRect();
    setOpened({ dialog: 'menu', cells: selection.cells(), place: { left, top: bottom }, onAttempts: undefined });
  };
  const close = () => setOpened(null);

  if (view.enrolled === 0) return <p className={styles.empty}>{messages.noStudents}</p>;
  return (
    <>
      <GradebookToolbar
        {...narrowing}
        onSearch={onSearch}
        onDistribution={() => actions.onDistribution(null)}
        selecting={{ isOn: selection.isSelecting, toggle: selection.toggleMode }}
        tools={tools}
      />
      {(selection.isSelecting || selection.selected.size > 0) && (
        <SelectionBar count={selection.selected.size} onMenu={openSelected} onClear={selection.clear} />
      )}
      {/* attempts are late only after the end */}
      {ended && (
        <LateNotice
          sessionId={session.id}
          students={open.roster.get()}
          onOpen={(student) => actions.onAttempts(student, null)}
        />
      )}
      <p role="status" className="visually-hidden">
        {view.filtered && messages.shownOf(view.students.length, view.enrolled)}
      </p>
      {view.students.length === 0 ? (
        <EmptyNote title={messages.noMatch(narrowing.search)}>
          <Button variant="outlined" onClick={() => onSearch('')}>
            {messages.showAll}
          </Button>
        </EmptyNote>
      ) : (
        <GradebookTable
          view={view}
          label={messages.title(session.groupName)}
          quizOf={quizOf}
          actions={actions}
          selection={selection}
          outOfOrder={outOfOrder}
          onSortAgain={sortAgain}
        />
      )}
      {opened?.dialog === 'attempts' && (
        <AttemptsDialog
          open={open}
          {...opened}
          policy={grading?.kind === 'grading' ? grading.attempts : 'Best'}
          decisions={opened.scenario && cellTools.decisions(selection.cellOf(opened.student, opened.scenario))}
          attemptActions={cellTools.attempt}
          onClose={close}
        />
      )}
      {opened?.dialog === 'menu' && cellTools.menu({ ...opened, onClose: close })}
      {opened?.dialog === 'scenario-menu' && cellTools.scenarioMenu({ ...opened, onClose: close })}
      {opened?.dialog === 'distribution' && <DistributionDialog view={view} {...opened} onClose={close} />}
      <PrintedGradebook view={view} session={session} />
    </>
  );
}

const NAMED = 5;

interface LateNoticeProps {
  sessionId: string;
  students: readonly RosterEntry[];
  onOpen: (student: RosterEntry) => void;
}

/** Notice that names the students whose attempts arrived too late to count; empty while there are none. */
function LateNotice({ sessionId, students, onOpen }: LateNoticeProps) {
  const { data } = useQuery(lateAttemptsQuery(sessionId));
  if (!data || data.length === 0) return null;
  const late = new Set(data.map(({ userId }) => userId));
  const known = students.filter(({ userId }) => late.has(userId));
  const rest = late.size - Math.min(known.length, NAMED);
  const texts = messages.late;
  const named = known.slice(0, NAMED).map((student, index) => (
    <span key={student.userId}>
      {index > 0 && ', '}
      <Link component="button" type="button" onClick={() => onOpen(student)}>
        {student.username}
      </Link>
    </span>
  ));
  const others = named.length > 0 ? texts.andMore(named, rest) : texts.students(rest);
  return <p className={styles.late}>{texts.attempts(data.length, rest > 0 ? others : named)}</p>;
}
