import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DecideAttemptRequest } from '../../../api/contracts/grades.contract.js';
import type {
  CellHistory,
  DecideCellsRequest,
  DecidedCells,
  GradingPreview,
  GradingSettings,
  RegradeList,
  RegradeRequest,
} from '../../../api/contracts/grading.contract.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { api } from '../../shared/api-client/api.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { newId } from '../../shared/new-id.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { gradesMessages as messages } from './grades.messages.js';

/** Keys of everything that a decision of a class changes. */
const decisionsKey = (sessionId: string) => ['decisions', sessionId] as const;

/** GET /sessions/{id}/decisions: the cells about which staff decided. */
export const decidedCellsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(sessionId), 'cells'],
    queryFn: () => api.call<DecidedCells>(`/sessions/${sessionId}/decisions`, { keepsPage: true }),
    gcTime: 0,
  });

/** GET /sessions/{id}/cells/{userId}/{scenarioId}/decisions. */
export const cellHistoryQuery = (sessionId: string, userId: string, scenarioId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(sessionId), userId, scenarioId],
    queryFn: () =>
      api.call<CellHistory>(`/sessions/${sessionId}/cells/${userId}/${scenarioId}/decisions`, { background: true }),
    gcTime: 0,
  });

/** GET /groups/{id}/grading: the grading settings of a course. */
export const gradingQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['grading', courseId],
    queryFn: () => api.call<GradingSettings>(`/groups/${courseId}/grading`, { keepsPage: true }),
  });

/** GET /groups/{id}/regrades. */
export const regradesQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['regrades', courseId],
    queryFn: () => api.call<RegradeList>(`/groups/${courseId}/regrades`, { keepsPage: true }),
    gcTime: 0,
  });

/** A change of a course that can be previewed. */
export type Previewed =
  | { readonly path: 'grading'; readonly body: GradingSettings }
  | { readonly path: 'regrades'; readonly body: RegradeRequest };

/** POST /groups/{id}/grading/preview or POST /groups/{id}/regrades/preview. */
export const gradingPreviewQuery = (courseId: string, { path, body }: Previewed) =>
  queryOptions({
    queryKey: ['grading-preview', courseId, path, body],
    queryFn: () =>
      api.call<GradingPreview>(`/groups/${courseId}/${path}/preview`, { method: 'POST', body, keepsPage: true }),
    gcTime: 0,
    retry: false,
  });

/** PUT /groups/{id}/grading. */
export function useChangeGrading(courseId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: GradingSettings, idempotencyKey) =>
      api.call<GradingSettings>(`/groups/${courseId}/grading`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: (settings) => {
      client.setQueryData(gradingQuery(courseId).queryKey, settings);
      toast(messages.done.grading, 'success');
    },
  });
}

/** PUT /groups/{id}/regrades/{decisionId}. A retry has the same address: the server derives the command id from it. */
export function useRegrade(courseId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: RegradeRequest, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/regrades/${idempotencyKey}`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: regradesQuery(courseId).queryKey });
      toast(messages.done.regraded, 'success');
    },
  });
}

/** DELETE /groups/{id}/regrades/{decisionId}. */
export function useUndoRegrade(courseId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (decisionId: string, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/regrades/${decisionId}`, {
        method: 'DELETE',
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: regradesQuery(courseId).queryKey });
      toast(messages.done.undone, 'success');
    },
    onError: () => toast(messages.decide.failed, 'error'),
  });
}

/** POST /sessions/{id}/decisions. Loads the newest decisions again, also after somebody else decided meanwhile. */
export function useDecideCells(sessionId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: DecideCellsRequest, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/decisions`, { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onSuccess: (_, { change, cells }) => toast(messages.done.cells[change.kind](cells.length), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: decisionsKey(sessionId) }),
  });
}

/** PUT /sessions/{id}/decisions/{decisionId}. Has one id per dialog, because a retry may send a newer version of the cell. */
export function useDecideAttempt(sessionId: string) {
  const client = useQueryClient();
  const [decisionId] = useState(newId);
  return useSubmission({
    send: (body: DecideAttemptRequest, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/decisions/${decisionId}`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: (_, { decision }) => toast(messages.done[decision], 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: decisionsKey(sessionId) }),
  });
}

/** DELETE /sessions/{id}/decisions/{decisionId}. */
export function useUndoDecision(sessionId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (decisionId: string, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/decisions/${decisionId}`, {
        method: 'DELETE',
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: () => toast(messages.done.undone, 'success'),
    onError: () => toast(messages.decide.failed, 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: decisionsKey(sessionId) }),
  });
}

/** Returns whether a request was refused because somebody else decided about the same result meanwhile. */
export const isDecidedMeanwhile = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'DECIDED_MEANWHILE';
