import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EarlierProgress } from '../../../api/contracts/class-progress.contract.js';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import type { ClassAliases } from '../../../api/contracts/leaderboard.contract.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { api } from '../../shared/api-client/api.js';

/** GET /sessions/{id}/recording: everything that shows a class at any of its moments. Live rows continue from its sequence. */
export const recordingQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['recording', sessionId],
    queryFn: () => api.call<Recording>(`/sessions/${sessionId}/recording`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** GET /groups/{id}/sessions: the classes of a course, newest first. */
export const classesQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['groups', courseId, 'sessions', 'debrief'],
    queryFn: () => api.call<ClassSession[]>(`/groups/${courseId}/sessions`, { background: true }),
  });

/** GET /sessions/{id}/earlier-progress: the typical progress of the earlier classes of the course. */
export const earlierProgressQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['earlier-progress', sessionId],
    queryFn: () => api.call<EarlierProgress>(`/sessions/${sessionId}/earlier-progress`, { background: true }),
  });

/** GET /sessions/{id}/aliases: the aliases that a room shows instead of names. They are loaded again when `people`, the number of people, grows. */
export const aliasesQuery = (sessionId: string, people: number) =>
  queryOptions({
    queryKey: ['aliases', sessionId, people],
    queryFn: () => api.call<ClassAliases>(`/sessions/${sessionId}/aliases`, { keepsPage: true }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
