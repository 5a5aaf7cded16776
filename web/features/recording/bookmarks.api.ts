import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddBookmarkRequest, Bookmark } from '../../../api/contracts/bookmark.contract.js';
import { titleOf } from '../../shared/api-client/api-error.js';
import { api } from '../../shared/api-client/api.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { secondOfDay } from '../../shared/readable-time.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { bookmarksMessages as messages } from './bookmarks.messages.js';

const pathOf = (sessionId: string, id = ''): string => `/sessions/${sessionId}/bookmarks${id && `/${id}`}`;

/** GET /sessions/{id}/bookmarks: the bookmarks of a class by time. */
export const bookmarksQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'bookmarks'],
    queryFn: () => api.call<Bookmark[]>(pathOf(sessionId), { keepsPage: true }),
  });

/** Reloads the bookmarks of a class. */
function useReload(sessionId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: bookmarksQuery(sessionId).queryKey });
}

/** PUT /sessions/{id}/bookmarks/{bookmarkId}: changes the note, and restores a deleted bookmark. */
export function useChangeBookmark(sessionId: string) {
  const reload = useReload(sessionId);
  return useMutation({
    mutationFn: ({ id, note }: Pick<Bookmark, 'id' | 'note'>) =>
      api.call<Bookmark>(pathOf(sessionId, id), { method: 'PUT', body: { note }, keepsPage: true }),
    onError: () => toast(messages.dialog.failed, 'error'),
    onSettled: reload,
  });
}

/** DELETE /sessions/{id}/bookmarks/{bookmarkId}. With `quiet`, it undoes an addition and needs no message. */
export function useDeleteBookmark(sessionId: string) {
  const reload = useReload(sessionId);
  const { mutate: restore } = useChangeBookmark(sessionId);
  return useMutation({
    mutationFn: ({ bookmark }: { bookmark: Bookmark; quiet?: boolean }) =>
      api.call<void>(pathOf(sessionId, bookmark.id), { method: 'DELETE', keepsPage: true }),
    onError: () => toast(messages.dialog.failed, 'error'),
    onSuccess: (_, { bookmark, quiet = false }) => {
      if (quiet) return;
      const undo = { label: messages.undo, run: () => restore(bookmark) };
      toast(messages.dialog.deleted(secondOfDay(bookmark.at)), 'success', undo);
    },
    onSettled: reload,
  });
}

/** POST /sessions/{id}/bookmarks: marks a moment of the class, by default now. The message can undo it. */
export function useAddBookmark(sessionId: string) {
  const reload = useReload(sessionId);
  const { mutate: remove } = useDeleteBookmark(sessionId);
  return useSubmission({
    send: (body: Partial<AddBookmarkRequest>, idempotencyKey) =>
      api.call<Bookmark>(pathOf(sessionId), { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onError: (error) => toast(titleOf(error) || messages.notAdded, 'error'),
    onSuccess: (bookmark) => {
      const undo = { label: messages.undo, run: () => remove({ bookmark, quiet: true }) };
      toast(messages.added(secondOfDay(bookmark.at)), 'success', undo);
    },
    onSettled: reload,
  });
}
