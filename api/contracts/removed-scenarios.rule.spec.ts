import type { Scenario } from './catalogue.contract.js';
import { withRemoved } from './removed-scenarios.rule.js';

const scenario = (name: string): Scenario => ({ scenarioId: name, campaignId: name[0] }) as Scenario;
const names = (scenarios: readonly Scenario[]): string => scenarios.map(({ scenarioId }) => scenarioId).join(' ');

it.each([
  ['nothing', '', 'a1 a2 b1'],
  ['one of a campaign that still exists', 'a9', 'a1 a2 a9 b1'],
  ['one of a campaign that no longer exists', 'c1', 'a1 a2 b1 c1'],
  ['several', 'c1 a8 c2 a9', 'a1 a2 a8 a9 b1 c1 c2'],
])('places removed scenarios at the end of their campaign: %s', (_, removed, expected) => {
  const scenarios = ['a1', 'a2', 'b1'].map(scenario);
  expect(names(withRemoved(scenarios, removed.split(' ').filter(Boolean).map(scenario)))).toBe(expected);
});
