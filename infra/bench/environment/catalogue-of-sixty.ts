import { v5 as uuidv5 } from 'uuid';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { defaultCatalogue } from '../../../api/features/catalogue/default-catalogue.js';

const NAMESPACE = '0198c0de-00be-7000-8000-000000000000';

/** The default catalogue repeated, with new ids and titles each time. */
export function catalogueOf(scenarios: number): Scenario[] {
  const model = defaultCatalogue();
  return Array.from({ length: scenarios }, (_, index) => {
    const scenario = model[index % model.length]!;
    const edition = Math.floor(index / model.length) + 1;
    return {
      ...scenario,
      scenarioId: uuidv5(`scenario ${index}`, NAMESPACE),
      scenarioTitle: `${scenario.scenarioTitle} ${edition}`,
      scenarioShortTitle: `${scenario.scenarioShortTitle} ${edition}`,
      campaignId: uuidv5(`${scenario.campaignId} ${edition}`, NAMESPACE),
      campaignTitle: `${scenario.campaignTitle} ${edition}`,
    };
  });
}
