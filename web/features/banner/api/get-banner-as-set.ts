import { queryOptions } from '@tanstack/react-query';
import { getBanner } from './get-banner.js';

/** The banner as it is right now; everybody else may see an answer that is up to half a minute old. */
export const bannerAsSetQuery = () =>
  queryOptions({ queryKey: ['banner-as-set'], queryFn: () => getBanner('no-store') });
