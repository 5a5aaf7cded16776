import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { scenariosQuery } from './api/get-scenarios.js';

export interface Campaign {
  id: string;
  title: string;
}

/** The catalogue's campaigns of one type, in their order. */
export function useCampaigns(type: Scenario['campaignType']): readonly Campaign[] {
  const { data: scenarios, error } = useQuery(scenariosQuery());
  useEffect(() => {
    if (error) toast('Failed to get scenarios', 'error');
  }, [error]);
  return useMemo(() => {
    const campaigns = (scenarios ?? []).filter(({ campaignType }) => campaignType === type);
    const titles = new Map(campaigns.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle]));
    return [...titles].map(([id, title]) => ({ id, title }));
  }, [scenarios, type]);
}
