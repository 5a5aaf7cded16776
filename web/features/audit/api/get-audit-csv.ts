import { api } from '../../../shared/api-client/api.js';

const TIMEOUT_MS = 30_000;

/** GET /audit.csv. */
export const getAuditCsv = (parameters: URLSearchParams): Promise<string> =>
  api.text(`/audit.csv?${parameters}`, { timeoutMs: TIMEOUT_MS });
