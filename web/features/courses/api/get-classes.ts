import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /groups/{id}/sessions: all classes of a course, the newest first; loaded again when its current ones change. */
export const classesQuery = ({ id, active, scheduled, last }: CourseListing) =>
  queryOptions({
    queryKey: ['groups', id, 'sessions', active, scheduled, last],
    queryFn: () => api.call<ClassSession[]>(`/groups/${id}/sessions`, { keepsPage: true }),
    placeholderData: keepPreviousData,
  });
