import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bannerAsSetQuery } from './api/get-banner-as-set.js';
import { followBanner } from './follow-banner.js';

/** Returns the current banner, kept up to date while other administrators change it; null when none was ever set. */
export function useBannerAsSet() {
  const client = useQueryClient();
  const { data: banner, error, refetch } = useQuery(bannerAsSetQuery());
  useEffect(() => followBanner((banner) => void client.setQueryData(bannerAsSetQuery().queryKey, banner)), [client]);
  useEffect(() => {
    if (error) console.error('Failed to fetch Banner Message:', error);
  }, [error]);
  return { banner, failed: error !== null && banner === undefined, retry: () => void refetch() };
}
