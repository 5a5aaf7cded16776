import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { CataloguePublished } from './catalogue.events.js';

export interface CatalogueState {
  readonly edition: number;
  readonly scenarios: readonly Scenario[];
}

export interface PublishCatalogue {
  readonly catalogueId: string;
  readonly scenarios: readonly Scenario[];
}

/** The same content again is nothing new. */
export const catalogueDecider: Decider<CatalogueState, PublishCatalogue, CataloguePublished> = {
  initialState: { edition: 0, scenarios: [] },

  decide: ({ catalogueId, scenarios }, { edition, scenarios: current }) =>
    isDeepStrictEqual(scenarios, current)
      ? []
      : [{ type: 'CataloguePublished', data: { catalogueId, edition: edition + 1, scenarios: [...scenarios] } }],

  evolve: (_, { data }) => ({ edition: data.edition, scenarios: data.scenarios }),
};
