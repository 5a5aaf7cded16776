import type { Scenario } from '../../contracts/catalogue.contract.js';
import { compareCatalogues } from './compare-catalogues.js';
import { defaultCatalogue } from './default-catalogue.js';

const content = defaultCatalogue();
const quiz = content.findIndex(({ scenarioType }) => scenarioType === 'Quiz');

/** Returns the content with its first quiz changed. */
const withQuiz = (change: (scenario: Scenario) => Partial<Scenario>): Scenario[] =>
  content.map((scenario, index) => (index === quiz ? { ...scenario, ...change(scenario) } : scenario));
const withoutExplanations = withQuiz(({ questions }) => ({
  questions: questions.map(({ explanation: _explanation, ...question }) => question),
}));

/** Returns the titles by kind of difference. */
const differences = (current: readonly Scenario[], next: readonly Scenario[]) =>
  Object.fromEntries(
    Object.entries(compareCatalogues(current, next) as unknown as Record<string, Scenario[]>).flatMap(([name, list]) =>
      list.length > 0 ? [[name, list.map(({ scenarioTitle }) => scenarioTitle)]] : [],
    ),
  );

const title = content[quiz]!.scenarioTitle;

it.each([
  ['nothing in equal content', content, content, {}],
  ['nothing in another order', content, content.toReversed(), {}],
  ['a new scenario', content.slice(1), content, { added: [content[0]!.scenarioTitle] }],
  ['a removed scenario', content, content.slice(1), { removed: [content[0]!.scenarioTitle] }],
  ['explanations as an extension', withoutExplanations, content, { extended: [title] }],
  ['a removed explanation as a change', content, withoutExplanations, { changed: [title] }],
  ['another title as a change', withQuiz(() => ({ scenarioTitle: 'Ours' })), content, { changed: [title] }],
  [
    'a removed question as a change',
    withQuiz(({ questions }) => ({ questions: questions.slice(1) })),
    content,
    { changed: [title] },
  ],
  ['an omitted field as a change', withQuiz(() => ({ minSeconds: 30 })), content, { changed: [title] }],
  ['an added field as an extension', content, withQuiz(() => ({ minSeconds: 30 })), { extended: [title] }],
])('reports %s', (_, current, next, expected) => {
  expect(differences(current, next)).toEqual(expected);
});
