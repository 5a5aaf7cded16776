import { infiniteQueryOptions } from '@tanstack/react-query';
import type { SecurityEventPage } from '../../../../api/contracts/security-event.contract.js';
import { api } from '../../../shared/api-client/api.js';

const DOWNLOAD_TIMEOUT_MS = 30_000;

/** GET /audit/security: newest first, in pages. */
export const securityEventsQuery = (parameters: URLSearchParams) =>
  infiniteQueryOptions({
    queryKey: ['security-events', parameters.toString()],
    queryFn: ({ pageParam, signal }) => {
      const page = new URLSearchParams(parameters);
      if (pageParam) page.set('cursor', pageParam);
      return api.call<SecurityEventPage>(`/audit/security?${page}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
  });

/** GET /audit/security.csv. */
export const getSecurityCsv = (parameters: URLSearchParams): Promise<string> =>
  api.text(`/audit/security.csv?${parameters}`, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
