import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditPage } from '../../../../api/contracts/audit.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /audit: newest first, in pages. */
export const auditQuery = (parameters: URLSearchParams) =>
  infiniteQueryOptions({
    queryKey: ['audit', parameters.toString()],
    queryFn: ({ pageParam, signal }) => {
      const page = new URLSearchParams(parameters);
      if (pageParam) page.set('cursor', pageParam);
      return api.call<AuditPage>(`/audit?${page}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });
