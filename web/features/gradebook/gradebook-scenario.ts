import type { Gradebook } from '../../../api/contracts/gradebook.contract.js';

export type GradebookScenario = Gradebook['scenarios'][number];

/** A run of neighbouring columns that belong to one campaign. */
export interface CampaignSpan {
  id: string;
  title: string;
  type: GradebookScenario['campaignType'];
  first: number;
  count: number;
}

/** Returns the campaigns above the scenario columns, in column order. */
export function campaignSpans(scenarios: readonly GradebookScenario[]): CampaignSpan[] {
  const spans: CampaignSpan[] = [];
  scenarios.forEach(({ campaignId, campaignTitle, campaignType }, index) => {
    const last = spans.at(-1);
    if (last?.id === campaignId) last.count += 1;
    else spans.push({ id: campaignId, title: campaignTitle, type: campaignType, first: index, count: 1 });
  });
  return spans;
}
