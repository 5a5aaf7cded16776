import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';
import { type CataloguePublished, catalogueEvents } from './catalogue.events.js';

export interface CatalogueState {
  readonly edition: number;
  readonly scenarios: readonly Scenario[];
  /** The campaign of each scenario that was ever published. */
  readonly campaigns: ReadonlyMap<string, Pick<Scenario, 'campaignId' | 'campaignTitle'>>;
}

export interface PublishCatalogueInput {
  readonly catalogueId: string;
  readonly scenarios: readonly Scenario[];
}

/** Stream of a catalogue. Publishing the same content again appends nothing, with or without the derived ids of questions. */
export const catalogueStream = defineStream({
  prefix: 'catalogue',
  events: catalogueEvents,
  initialState: { edition: 0, scenarios: [], campaigns: new Map() } as CatalogueState,

  decide(
    { catalogueId, scenarios }: PublishCatalogueInput,
    { edition, scenarios: current, campaigns },
  ): CataloguePublished[] {
    if (isDeepStrictEqual(withQuestionIds(scenarios), withQuestionIds(current))) return [];
    refuseMoves(scenarios, campaigns);
    return [{ type: 'CataloguePublished', data: { catalogueId, edition: edition + 1, scenarios: [...scenarios] } }];
  },

  evolve: ({ campaigns }, { data: { edition, scenarios } }) => ({
    edition,
    scenarios,
    campaigns: new Map([
      ...campaigns,
      ...scenarios.map(
        ({ scenarioId, campaignId, campaignTitle }) => [scenarioId, { campaignId, campaignTitle }] as const,
      ),
    ]),
  }),
});

/**
 * Throws when a scenario moves to another campaign. Results record their campaign, so a moved scenario would appear on two
 * leaderboards.
 */
function refuseMoves(scenarios: readonly Scenario[], campaigns: CatalogueState['campaigns']): void {
  const errors = scenarios.flatMap(({ scenarioId, scenarioTitle, campaignId, campaignTitle }, index) => {
    const before = campaigns.get(scenarioId);
    if (!before || before.campaignId === campaignId) return [];
    const message =
      `"${scenarioTitle}" was published in the campaign "${before.campaignTitle}", and its results belong to that campaign. ` +
      `Keep it there, or give it a new id to publish it in "${campaignTitle}".`;
    return [[`${index}.CampaignId`, [message]] as const];
  });
  if (errors.length === 0) return;
  const title = 'A scenario cannot move to another campaign.';
  throw new DomainError('VALIDATION_FAILED', title, 400, Object.fromEntries(errors));
}
