import { queryOptions } from '@tanstack/react-query';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { SAMPLE_EVERY_MS } from '../../../../api/contracts/system-status.rule.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /system/status, polled at the interval of the nodes' heartbeats, and only while the page is visible. */
export const systemStatusQuery = () =>
  queryOptions({
    queryKey: ['system-status'],
    queryFn: () => api.call<SystemStatus>('/system/status', { background: true }),
    refetchInterval: SAMPLE_EVERY_MS,
    retry: false,
  });
