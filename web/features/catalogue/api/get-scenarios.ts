import { queryOptions } from '@tanstack/react-query';
import type { Scenario } from '../../../../api/contracts/catalogue.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { clientConfig } from '../../../shared/config/client-config.js';

/** GET /courses/{catalogueId}/headers: the scenarios in campaign order. */
export const scenariosQuery = ({ keepsPage = false } = {}) =>
  queryOptions({
    queryKey: ['scenarios'],
    queryFn: () => api.call<Scenario[]>(`/courses/${clientConfig().catalogueId}/headers`, { keepsPage }),
    staleTime: Infinity,
  });
