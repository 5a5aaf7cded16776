import type { Scenario } from './catalogue.contract.js';
import { roundPoints } from './points.rule.js';

/** A reason why a catalogue cannot be published, with its path in the list of scenarios. */
export interface CatalogueProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

/**
 * Returns the problems that span fields or scenarios: duplicate ids, campaigns that are split or inconsistent, quizzes
 * without questions, points that do not add up. Invalid scenarios are undefined and skipped.
 */
export const catalogueProblems = (scenarios: readonly (Scenario | undefined)[]): CatalogueProblem[] =>
  scenarios.flatMap((scenario, index) => {
    if (!scenario) return [];
    const before = scenarios.slice(0, index).filter((each) => each !== undefined);
    return [...idProblems(scenario, before), ...campaignProblems(scenario, before), ...questionProblems(scenario)].map(
      ([field, message]) => ({ path: [index, field], message }),
    );
  });

type FieldProblem = readonly [field: keyof Scenario, message: string];

function idProblems({ scenarioId, campaignId, campaignTitle }: Scenario, before: readonly Scenario[]): FieldProblem[] {
  const first = before.find((each) => each.scenarioId === scenarioId);
  if (!first) return [];
  if (first.campaignId === campaignId) {
    return [['scenarioId', `"${first.scenarioTitle}" already has this id. Each scenario needs its own.`]];
  }
  const campaigns = `"${first.campaignTitle}" and "${campaignTitle}"`;
  return [['scenarioId', `This scenario is in two campaigns, ${campaigns}. Leave it in one of them.`]];
}

function campaignProblems(scenario: Scenario, before: readonly Scenario[]): FieldProblem[] {
  const { campaignId, campaignTitle, campaignType } = scenario;
  const first = before.find((each) => each.campaignId === campaignId);
  const previous = before.at(-1);
  if (!first || !previous) return [];
  const problems: FieldProblem[] = [];
  if (previous.campaignId !== campaignId) {
    const message = `The campaign "${first.campaignTitle}" continues after "${previous.campaignTitle}". Keep its scenarios together.`;
    problems.push(['campaignId', message]);
  }
  if (first.campaignTitle !== campaignTitle) {
    problems.push(['campaignTitle', `The campaign is called "${first.campaignTitle}" in its first scenario.`]);
  }
  if (first.campaignType !== campaignType) {
    problems.push(['campaignType', `The campaign is of type ${first.campaignType} in its first scenario.`]);
  }
  return problems;
}

function questionProblems({ scenarioType, questions, maxQuestionsScore }: Scenario): FieldProblem[] {
  if (scenarioType === 'Quiz' && questions.length === 0) return [['questions', 'A quiz needs at least one question.']];
  const ids = questions.flatMap(({ questionId }) => questionId ?? []);
  if (new Set(ids).size < ids.length) return [['questions', 'Each question needs its own id.']];
  const sum = roundPoints(questions.reduce((points, { maxScore }) => points + (maxScore ?? 0), 0));
  if (sum === maxQuestionsScore) return [];
  return [['maxQuestionsScore', `The questions have ${sum} points in total, not ${maxQuestionsScore}.`]];
}
