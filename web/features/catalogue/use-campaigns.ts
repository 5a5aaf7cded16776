import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { scenariosQuery } from './api/get-scenarios.js';
import { catalogueMessages as messages } from './catalogue.messages.js';

export interface Campaign {
  id: string;
  title: string;
}

/** Returns the catalogue's campaigns of one type, in catalogue order. */
export function useCampaigns(type: Scenario['campaignType']): readonly Campaign[] {
  const { data: scenarios, error } = useQuery(scenariosQuery({ keepsPage: true }));
  useErrorToast(error, messages.couldNotLoad);
  return useMemo(() => {
    const campaigns = (scenarios ?? []).filter(({ campaignType }) => campaignType === type);
    const titles = new Map(campaigns.map(({ campaignId, campaignTitle }) => [campaignId, campaignTitle]));
    return [...titles].map(([id, title]) => ({ id, title }));
  }, [scenarios, type]);
}
