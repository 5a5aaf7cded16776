import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import type { GradebookScenario } from '../gradebook-scenario.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import type { OpenGradebook } from '../open-gradebook.js';
import type { RosterEntry } from '../roster.js';
import { useGradebookView } from '../use-gradebook-view.js';
import { GradebookTable } from './gradebook-table.js';
import { GradebookToolbar } from './gradebook-toolbar.js';
import { PrintedGradebook } from './printed-gradebook.js';

const DistributionDialog = lazyDialog(() => import('./distribution-dialog.js'));

const noQuiz = (): null => null;

interface PastGradebookProps {
  session: ClassSessionDetails;
  open: OpenGradebook;
  /** Explains the keys of the grid. */
  help: string;
  onCell: (student: RosterEntry, scenario: GradebookScenario | null) => void;
  onQuiz: (scenario: GradebookScenario) => void;
}

/** The grid of a past moment: the store is filled by the caller, and nothing can be changed. */
export function PastGradebook({ session, open, help, onCell, onQuiz }: PastGradebookProps) {
  const { view, outOfOrder, sortAgain, onSort, onSearch, ...narrowing } = useGradebookView(open);
  const [distribution, setDistribution] = useState<{ scenario: GradebookScenario | null } | null>(null);
  if (view.enrolled === 0) return <EmptyNote title={messages.noStudents} />;
  return (
    <>
      <GradebookToolbar
        {...narrowing}
        onSearch={onSearch}
        onDistribution={() => setDistribution({ scenario: null })}
        tools={null}
      />
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
          quizOf={noQuiz}
          actions={{ onSort, onQuiz, onAttempts: onCell, onDistribution: (scenario) => setDistribution({ scenario }) }}
          outOfOrder={outOfOrder}
          onSortAgain={sortAgain}
          help={help}
        />
      )}
      {distribution && <DistributionDialog view={view} {...distribution} onClose={() => setDistribution(null)} />}
      <PrintedGradebook view={view} session={session} />
    </>
  );
}
