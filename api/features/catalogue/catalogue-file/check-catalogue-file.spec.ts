import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { defaultCatalogue } from '../default-catalogue.js';
import { checkCatalogueFile } from './check-catalogue-file.js';

/** Returns the errors of a list of scenarios as `line: message`, with one scenario per line. */
function problems(scenarios: readonly (object | undefined)[]): string[] {
  const text = `[\n${scenarios.map((scenario) => JSON.stringify(scenario)).join(',\n')}\n]`;
  return checkCatalogueFile(text).problems.map(({ line, message }) => `${line}: ${message}`);
}
const changed = (index: number, changes: (scenario: Scenario) => object): object[] =>
  defaultCatalogue().map((scenario, nth) => (nth === index ? changes(scenario) : scenario));

it('accepts the file of the default catalogue', () => {
  const text = JSON.stringify(defaultCatalogue(), undefined, 2);
  expect(checkCatalogueFile(text)).toEqual({ scenarios: defaultCatalogue(), problems: [] });
});

it('reports line and column of each error, from top to bottom', () => {
  const text = JSON.stringify(
    changed(0, ({ scenarioType: _scenarioType, ...scenario }) => ({
      ...scenario,
      maxTotalScore: 'many',
      colour: 'red',
    })),
    undefined,
    2,
  );
  const frames = 'Scenario 1 ("Frames of Reference")';
  expect(checkCatalogueFile(text)).toEqual({
    scenarios: null,
    problems: [
      { line: 2, column: 3, message: `${frames}, scenarioType is missing.` },
      { line: 11, column: 22, message: `${frames}, maxTotalScore: Invalid input: expected number, received string` },
      { line: 14, column: 5, message: `${frames}, colour is not a known field.` },
    ],
  });
});

it('reports errors across scenarios together with those of single scenarios', () => {
  const [first, second, third, ...more] = defaultCatalogue();
  const torn = [{ ...first, colour: 'red' }, second, ...more, { ...third, maxQuestionsScore: 50 }];
  expect(problems(torn)).toEqual([
    '2: Scenario 1 ("Frames of Reference"), colour is not a known field.',
    '15: Scenario 14 ("Orbital Foundations Check"), campaignId: The campaign "Orbital Foundations" continues after "Space Domain Awareness". Keep its scenarios together.',
    '15: Scenario 14 ("Orbital Foundations Check"), maxQuestionsScore: The questions have 40 points in total, not 50.',
  ]);
});

it('counts questions and answers from 1', () => {
  const quiz = changed(2, (scenario) => ({
    ...scenario,
    questions: scenario.questions.map((question, nth) =>
      nth === 1 ? { ...question, answers: [{ answerText: 'Yes', correct: 'yes' }] } : question,
    ),
  }));
  expect(problems(quiz)).toEqual([
    '4: Scenario 3 ("Orbital Foundations Check"), questions[2].answers[1].correct: Invalid input: expected boolean, received string',
  ]);
});

it.each([
  ['{}', '1:1 Invalid input: expected array, received object'],
  ['[]', '1:1 There are no scenarios.'],
  ['[1,]', '1:4 This is not valid JSON: "]" is not expected here.'],
  ['[\n 7]', '2:2 Scenario 1: Invalid input: expected object, received number'],
])('rejects %j', (text, expected) => {
  expect(checkCatalogueFile(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual([
    expected,
  ]);
});

it('rejects a duplicate key', () => {
  const text = JSON.stringify(defaultCatalogue()).replace(
    '"scenarioTitle":',
    '"scenarioTitle":"Twice","scenarioTitle":',
  );
  expect(checkCatalogueFile(text).problems.map(({ message }) => message)).toEqual([
    '"scenarioTitle" is listed twice in this object.',
  ]);
});
