import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';

/** Differences between two catalogues. Each list is in the order of its catalogue. */
export interface CatalogueDifferences {
  readonly added: readonly Scenario[];
  /** Scenarios that gain fields, such as explanations, and keep all existing ones. */
  readonly extended: readonly Scenario[];
  /** Scenarios in which an existing field is changed or removed. */
  readonly changed: readonly Scenario[];
  readonly removed: readonly Scenario[];
}

/** Compares the published catalogue with its replacement by scenario ids. The order of scenarios is ignored. */
export function compareCatalogues(
  published: readonly Scenario[],
  replacement: readonly Scenario[],
): CatalogueDifferences {
  const [current, next] = [withQuestionIds(published), withQuestionIds(replacement)];
  const before = new Map(current.map((scenario) => [scenario.scenarioId, scenario]));
  const after = new Set(next.map(({ scenarioId }) => scenarioId));
  const different = next.filter((scenario) => {
    const old = before.get(scenario.scenarioId);
    return old && !isDeepStrictEqual(old, scenario);
  });
  const isExtended = (scenario: Scenario): boolean => keeps(before.get(scenario.scenarioId), scenario);
  return {
    added: next.filter(({ scenarioId }) => !before.has(scenarioId)),
    extended: different.filter(isExtended),
    changed: different.filter((scenario) => !isExtended(scenario)),
    removed: current.filter(({ scenarioId }) => !after.has(scenarioId)),
  };
}

/** True when `after` has every field of `before` with the same value, at any depth. Lists must be equally long. */
function keeps(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || before === null) return before === after;
  if (typeof after !== 'object' || after === null) return false;
  if (Array.isArray(before) && before.length !== (after as unknown[]).length) return false;
  return Object.entries(before).every(([key, value]) => keeps(value, (after as Record<string, unknown>)[key]));
}
