import { randomUUID } from 'node:crypto';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import type { Scenario } from './catalogue.contract.js';
import { PublishCatalogueRequest } from './publish-catalogue.contract.js';

/** Returns the problems of the default catalogue after a change of its scenarios, as `path: message`. */
function problems(change: (scenarios: Scenario[]) => unknown[]): string[] {
  const { error } = PublishCatalogueRequest.safeParse(change(structuredClone(defaultCatalogue())));
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
const withFirst = (changes: object) => problems(([first, ...more]) => [{ ...first, ...changes }, ...more]);

it('accepts the default catalogue, with and without its optional fields', () => {
  expect(problems((scenarios) => scenarios)).toEqual([]);
  expect(withFirst({ minSeconds: 30, passedShare: 0.8 })).toEqual([]);
});

it.each([
  ['an unknown key', { colour: 'red' }, ['0: Unrecognized key: "colour"']],
  ['an empty title', { scenarioTitle: ' ' }, ['0.scenarioTitle: Enter a title.']],
  ['a quiz without questions', { scenarioType: 'Quiz' }, ['0.questions: A quiz needs at least one question.']],
  [
    'two questions with one id',
    {
      questions: [1, 2].map(() => ({
        questionId: '0198c0de-0003-7000-8000-000000000001',
        questionText: 'Why?',
        maxScore: null,
        answers: [],
      })),
    },
    ['0.questions: Each question needs its own id.'],
  ],
  [
    'points that do not add up',
    {
      maxQuestionsScore: 10,
      questions: [
        { questionText: 'Why?', maxScore: 4.5, answers: [] },
        { questionText: 'How?', maxScore: null, answers: [] },
      ],
    },
    ['0.maxQuestionsScore: The questions have 4.5 points in total, not 10.'],
  ],
  [
    'a campaign with two titles',
    { campaignTitle: 'Orbits' },
    [
      '1.campaignTitle: The campaign is called "Orbits" in its first scenario.',
      '2.campaignTitle: The campaign is called "Orbits" in its first scenario.',
    ],
  ],
])('refuses %s', (_, changes, expected) => {
  expect(withFirst(changes)).toEqual(expected);
});

it('accepts questions with and without an explanation, and refuses an explanation that is too long', () => {
  const explained = (explanation: string | undefined) =>
    withFirst({ questions: [{ questionText: 'How?', maxScore: null, answers: [], explanation }] });
  expect([undefined, 'x'.repeat(1_000)].map(explained)).toEqual([[], []]);
  expect(explained('x'.repeat(1_001))).toEqual(['0.questions.0.explanation: Must be 1000 characters or less.']);
});

it('refuses a campaign of two types', () => {
  expect(problems(([first, second, ...more]) => [first, { ...second, campaignType: 'Compete' }, ...more])).toEqual([
    '1.campaignType: The campaign is of type Learn in its first scenario.',
  ]);
});

it('refuses a duplicate scenario id, and a scenario in two campaigns', () => {
  expect(
    problems(([first, second, ...more]) => [first, { ...second, scenarioId: first!.scenarioId }, ...more]),
  ).toEqual(['1.scenarioId: "Frames of Reference" already has this id. Each scenario needs its own.']);
  expect(
    problems((all) => all.map((each, index) => (index === 3 ? { ...each, scenarioId: all[0]!.scenarioId } : each))),
  ).toEqual([
    '3.scenarioId: This scenario is in two campaigns, "Orbital Foundations" and "Proximity Basics". Leave it in one of them.',
  ]);
});

it('refuses a campaign whose scenarios are not contiguous', () => {
  expect(problems(([first, ...more]) => [...more, first])).toEqual([
    '13.campaignId: The campaign "Orbital Foundations" continues after "Space Domain Awareness". Keep its scenarios together.',
  ]);
});

it('refuses an empty catalogue, and more than 500 scenarios', () => {
  expect(problems(() => [])).toEqual([': There are no scenarios.']);
  const many = ([first]: Scenario[]) => Array.from({ length: 501 }, () => ({ ...first, scenarioId: randomUUID() }));
  expect(problems(many)).toEqual([': A catalogue can have at most 500 scenarios.']);
  expect(problems((scenarios) => many(scenarios).slice(1))).toEqual([]);
});
