import { queryOptions } from '@tanstack/react-query';
import { getBanner } from './get-banner.js';

/** Loads the banner without a cache. For other users, a response may be up to half a minute old. */
export const bannerAsSetQuery = () =>
  queryOptions({ queryKey: ['banner-as-set'], queryFn: () => getBanner('no-store') });
