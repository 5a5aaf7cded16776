import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { scenariosQuery } from './api/get-scenarios.js';

/** Returns the ranked scenarios of one campaign or of all, in catalogue order. */
export function useCompeteScenarios(campaignId: string | undefined): readonly { id: string; title: string }[] {
  const { data: scenarios } = useQuery(scenariosQuery({ keepsPage: true }));
  return useMemo(
    () =>
      (scenarios ?? [])
        .filter((scenario) => scenario.campaignType === 'Compete')
        .filter((scenario) => campaignId === undefined || scenario.campaignId === campaignId)
        .map(({ scenarioId, scenarioTitle }) => ({ id: scenarioId, title: scenarioTitle })),
    [scenarios, campaignId],
  );
}
