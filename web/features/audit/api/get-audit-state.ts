import type { AuditState } from '../../../../api/contracts/audit.contract.js';
import { api } from '../../../shared/api-client/api.js';

export interface AuditStateRequest {
  targetType: 'user' | 'organization';
  targetId: string;
  at: string;
}

/** GET /audit/state: the state of a user or organization at a point in time; null when it did not exist. */
export const getAuditState = (asked: AuditStateRequest) =>
  api.call<AuditState>(`/audit/state?${new URLSearchParams({ ...asked })}`);
