import type { AuditState } from '../../../../api/contracts/audit.contract.js';
import { api } from '../../../shared/api-client/api.js';

export interface StateAsked {
  targetType: 'user' | 'organization';
  targetId: string;
  at: string;
}

/** GET /audit/state: what somebody or something was at a moment; null when it was not there. */
export const getAuditState = (asked: StateAsked) =>
  api.call<AuditState>(`/audit/state?${new URLSearchParams({ ...asked })}`);
