import { given } from '../../platform/eventsourcing/testing/given.js';
import { catalogueStream } from './catalogue.stream.js';
import { catalogueEvents, type CataloguePublished } from './catalogue.events.js';
import { defaultCatalogue } from './default-catalogue.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';

const catalogue = given(catalogueStream);
const catalogueId = '0198c0de-0000-7000-8000-0000000000c1';
const scenarios = defaultCatalogue();
const published = (edition: number, content = scenarios): CataloguePublished => ({
  type: 'CataloguePublished',
  data: { catalogueId, edition, scenarios: content },
});

const moved = scenarios[0]!;
const { campaignId, campaignTitle } = scenarios.at(-1)!;
const elsewhere = [...scenarios.slice(1), { ...moved, campaignId, campaignTitle }];
const message =
  `"${moved.scenarioTitle}" was published in the campaign "${moved.campaignTitle}", and its results belong to that campaign. ` +
  `Keep it there, or give it a new id to publish it in "${campaignTitle}".`;
const refusal = {
  code: 'VALIDATION_FAILED',
  status: 400,
  errors: { [`${scenarios.length - 1}.CampaignId`]: [message] },
};

it('records new content, and nothing for the same content', () => {
  catalogue().when({ catalogueId, scenarios }).thenRecords(published(1));
  catalogue(published(1)).when({ catalogueId, scenarios }).thenNothing();
  catalogue(published(1))
    .when({ catalogueId, scenarios: withQuestionIds(scenarios) })
    .thenNothing();
});

it('has an explanation for every question of the default catalogue', () => {
  const questions = scenarios.flatMap((scenario) => scenario.questions);
  expect(questions).toHaveLength(9);
  for (const { explanation } of questions) expect(explanation).toMatch(/\S.*\.$/);
});

it('publishes an edition that only adds explanations to content stored without them', () => {
  const plain = scenarios.map((scenario) => ({
    ...scenario,
    questions: scenario.questions.map(({ explanation: _explanation, ...question }) => question),
  }));
  const stored = published(1, catalogueEvents.CataloguePublished.schema.shape.scenarios.parse(plain));
  expect(stored.data.scenarios).toStrictEqual(plain);
  catalogue(stored).when({ catalogueId, scenarios }).thenRecords(published(2));
});

it.each([
  ['directly', [published(1)]],
  ['after an edition without it', [published(1), published(2, scenarios.slice(1))]],
])('rejects moving a scenario to another campaign %s', (_, past) => {
  const command = { catalogueId, scenarios: elsewhere };
  catalogue(...past)
    .when(command)
    .thenRejected('VALIDATION_FAILED', 'A scenario cannot move to another campaign.');
  const state = past.reduce(catalogueStream.evolve, catalogueStream.initialState);
  expect(() => catalogueStream.decide(command, state)).toThrow(expect.objectContaining(refusal) as Error);
});
