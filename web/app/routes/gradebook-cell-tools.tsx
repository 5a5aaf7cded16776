import { CELL_MARKS } from '../../../api/contracts/grading.rule.js';
import type { CellTools, ChosenCell } from '../../features/gradebook/cell-tools.js';
import { marksOf } from '../../features/gradebook/cell-note.js';
import { gradebookQuery } from '../../features/gradebook/gradebook.api.js';
import { scenariosQuery } from '../../features/catalogue/api/get-scenarios.js';
import type { DecidedCell } from '../../features/grades/decided-cell.js';
import { lazyDialog, lazyPart } from '../../shared/lazy/lazy-part.js';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';

const CellMenu = lazyDialog(() => import('../../features/grades/components/cell-menu.js'));
const ScenarioMenu = lazyDialog(() => import('../../features/grades/components/scenario-menu.js'));
const CellDecisions = lazyPart(() => import('../../features/grades/components/cell-decisions.js'), null);
const AttemptDecision = lazyPart(() => import('../../features/grades/components/attempt-decision.js'), null);

/** Returns the decisions about results as parts of the gradebook of a class. */
export const cellToolsOf = (sessionId: string): CellTools => ({
  menu: ({ cells, ...menu }) => <CellMenu {...menu} sessionId={sessionId} cells={cells.map(toDecidedCell)} />,
  scenarioMenu: ({ scenario, ...menu }) => (
    <ScenarioMenuOf {...menu} sessionId={sessionId} scenarioId={scenario.scenarioId} />
  ),
  decisions: (cell) => <CellDecisions sessionId={sessionId} cell={toDecidedCell(cell)} />,
  attempt: (attempt) => <AttemptDecision sessionId={sessionId} attempt={attempt} />,
});

type ScenarioMenuOfProps = Omit<ComponentProps<typeof ScenarioMenu>, 'courseId' | 'scenario' | 'titles'> & {
  scenarioId: string;
};

/** The gradebook has no questions, so they are those of the catalogue. */
function ScenarioMenuOf({ scenarioId, ...menu }: ScenarioMenuOfProps) {
  const { data: gradebook } = useQuery(gradebookQuery(menu.sessionId));
  const { data: catalogue } = useQuery(scenariosQuery());
  const scenario = gradebook?.scenarios.find((each) => each.scenarioId === scenarioId);
  if (!gradebook || !scenario) return null;
  const questions = catalogue?.find((each) => each.scenarioId === scenarioId)?.questions ?? [];
  const titles = new Map(gradebook.scenarios.map((each) => [each.scenarioId, each.scenarioTitle]));
  return (
    <ScenarioMenu
      {...menu}
      courseId={gradebook.session.groupId}
      scenario={{ ...scenario, questions }}
      titles={titles}
    />
  );
}

function toDecidedCell({ userId, username, scenario, value }: ChosenCell): DecidedCell {
  const { scenarioId, scenarioTitle, maxTotalScore, maxQuestionsScore } = scenario;
  const ofCell =
    value?.kind === 'cell'
      ? {
          points: value.total + value.questions,
          maximum: value.maxTotal + value.maxQuestions,
          passed: value.passed,
        }
      : { points: null, maximum: maxTotalScore + maxQuestionsScore, passed: true };
  const isReplaced = (marksOf(value) & (CELL_MARKS.points | CELL_MARKS.excused)) !== 0;
  return { userId, username, scenarioId, scenarioTitle, ...ofCell, isReplaced };
}
