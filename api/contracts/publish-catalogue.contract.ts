import { z } from 'zod';
import { catalogueProblems } from './catalogue-content.rule.js';
import { Question, Scenario } from './catalogue.contract.js';
import { textLine } from './primitives.contract.js';

const title = (maximum: number) => textLine(maximum).regex(/\S/, 'Enter a title.');

/** A {@link Scenario} to publish: without unknown fields and empty titles. */
export const ScenarioToPublish = Scenario.extend({
  scenarioTitle: title(200),
  scenarioShortTitle: title(80),
  campaignTitle: title(200),
  questions: z
    .array(Question.extend({ answers: z.array(Question.shape.answers.element.strict()).max(26) }).strict())
    .max(200),
}).strict();

/** The list of scenarios, before each scenario is validated. */
export const CatalogueToPublish = z
  .array(z.unknown())
  .min(1, 'There are no scenarios.')
  .max(500, 'A catalogue can have at most 500 scenarios.');

/**
 * Body of PUT /api/courses/{catalogueId}/headers: the whole catalogue, by campaign, then by scenario
 * (docs/rules.md#published-catalogue).
 */
export const PublishCatalogueRequest = CatalogueToPublish.pipe(z.array(ScenarioToPublish)).superRefine(
  (scenarios, context) => {
    for (const { path, message } of catalogueProblems(scenarios)) context.addIssue({ code: 'custom', path, message });
  },
);
export type PublishCatalogueRequest = z.infer<typeof PublishCatalogueRequest>;

/** Response of publishing. `edition` is the current edition, unchanged when the content is unchanged. */
export const PublishCatalogueResponse = z.object({ edition: z.int() });
export type PublishCatalogueResponse = z.infer<typeof PublishCatalogueResponse>;
