import { queryOptions } from '@tanstack/react-query';
import type { OwnDebrief } from '../../../../api/contracts/own-debrief.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /users/me/debrief/{sessionId}: how a class went for the caller. */
export const ownDebriefQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['own-debrief', sessionId],
    queryFn: () => api.call<OwnDebrief>(`/users/me/debrief/${sessionId}`, { keepsPage: true }),
    retry: false,
  });
