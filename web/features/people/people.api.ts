import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { EnabledResponse, UpdateUserRequest, User, UserStats } from '../../../api/contracts/user.contract.js';
import type {
  FileEncoding,
  UserImportRequest,
  UserImportResult,
  UserImportStatus,
} from '../../../api/contracts/user-import.contract.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import type { AdminResetResponse } from '../../../api/contracts/password-reset.contract.js';
import type { ApiRequest } from '../../shared/api-client/api-client.js';
import { api } from '../../shared/api-client/api.js';
import { keepsShownPage } from '../../shared/api-client/keeps-shown-page.js';
import { livePositionOf } from '../../shared/live-client/live-position.js';
import { titleOf } from '../../shared/api-client/api-error.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { PAGE_SIZE, type UserList, type UserListQuery } from './user-list.js';
import { peopleMessages as messages } from './people.messages.js';

/** GET /users/admin-detailed: one page of users. */
export const usersQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: (context) => getUsers(query, { signal: context.signal, ...keepsShownPage(context) }),
    placeholderData: keepPreviousData,
  });

async function getUsers(query: UserListQuery, request: ApiRequest): Promise<UserList> {
  const { orgId, search, sort, order, page } = query;
  const parameters = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String(page * PAGE_SIZE),
    sort,
    order,
    ...(orgId && { orgId }),
    ...(search && { search }),
  });
  const answer = await api.page<User[]>(`/users/admin-detailed?${parameters}`, request);
  return {
    users: answer.body,
    total: Number(answer.header('x-total-count') ?? answer.body.length),
    from: livePositionOf(answer),
  };
}

/** GET /users/stats: the seats used, and how many of them belong to administrators. */
export const userStatsQuery = (orgId: string | undefined) =>
  queryOptions({
    queryKey: ['users', 'stats', orgId ?? 'all'],
    queryFn: (context) =>
      api.call<UserStats>(orgId ? `/users/stats?orgId=${orgId}` : '/users/stats', keepsShownPage(context)),
  });

const TIMEOUT_MS = 30_000;

/** GET /users/export: the users' CSV, in the columns of the import. */
export const exportUsers = (orgId: string | undefined): Promise<string> =>
  api.text(orgId ? `/users/export?orgId=${orgId}` : '/users/export', { timeoutMs: TIMEOUT_MS });

/** A file to import; an encoding of null lets the server detect it. */
interface ImportFile {
  /** Base64. */
  readonly content: string;
  readonly encoding: FileEncoding | null;
}

/** POST /users/import?dryRun=true: previews the import of the file. */
export const checkImport = (file: ImportFile) => send(file, true);

/** POST /users/import?dryRun=false: starts the import. A repeated key returns the import that was already started. */
export const startImport = (file: ImportFile, idempotencyKey: string) => send(file, false, idempotencyKey);

function send({ content, encoding }: ImportFile, dryRun: boolean, idempotencyKey?: string): Promise<UserImportResult> {
  const body: UserImportRequest = { file: content, ...(encoding && { encoding }) };
  return api.call<UserImportResult>(`/users/import?dryRun=${dryRun}`, {
    method: 'POST',
    body,
    timeoutMs: TIMEOUT_MS,
    // The dialog shows a failure, and keeps the selected file for another attempt.
    keepsPage: true,
    ...(idempotencyKey && { idempotencyKey }),
  });
}

/** GET /users/import/result: the newest import line by line, as CSV. */
export const importList = (): Promise<string> => api.text('/users/import/result', { timeoutMs: TIMEOUT_MS });

const WHILE_RUNNING_MS = 1_000;

/** GET /users/import: the newest import of the viewer's organization, polled every second while it runs. */
export const importQuery = queryOptions({
  queryKey: ['user-import'],
  queryFn: ({ signal }) => api.call<UserImportStatus>('/users/import', { signal, background: true }),
  refetchInterval: ({ state }) => (state.data?.import?.state === 'running' ? WHILE_RUNNING_MS : false),
});

/** PUT /users/{id}: omitted fields keep their values. */
export const useUpdateUser = ({ id, username }: User) =>
  useUserMutation({
    send: (body: UpdateUserRequest, idempotencyKey) =>
      api.call<void>(`/users/${id}`, { method: 'PUT', body: { id, ...body }, idempotencyKey }),
    failed: null,
    done: () => messages.editDialog.saved(username),
  });

/** PUT /users/{id}/role/{role}. */
export const useChangeUserRole = ({ id, username }: User) =>
  useUserMutation({
    send: (role: Role, idempotencyKey) =>
      api.call<void>(`/users/${id}/role/${role}`, { method: 'PUT', idempotencyKey }),
    failed: () => messages.roleDialog.failed,
    done: () => messages.roleDialog.changed(username),
  });

/** PUT /users/{id}/enabled with the intended state, so that two administrators who click at the same time agree. */
export const useSetUserEnabled = ({ id, username }: User) =>
  useUserMutation({
    send: (enabled: boolean, idempotencyKey) =>
      api.call<EnabledResponse>(`/users/${id}/enabled`, { method: 'PUT', body: { enabled }, idempotencyKey }),
    failed: (error) => titleOf(error) || messages.unknownError,
    done: ({ enabled }) =>
      enabled ? messages.disableDialog.enabled(username) : messages.disableDialog.disabled(username),
  });

/** POST /users/passwordResets/{id}: returns the one-time code, once. */
export const useResetUserPassword = ({ id }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) =>
      api.call<AdminResetResponse>(`/users/passwordResets/${id}`, { method: 'POST', idempotencyKey }),
    failed: () => messages.resetDialog.failed,
  });

/** DELETE /users/{id}/sessions. */
export const useEndUserSessions = ({ id, username }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/users/${id}/sessions`, { method: 'DELETE', idempotencyKey }),
    failed: () => messages.endSessionsDialog.failed,
    done: () => messages.endSessionsDialog.ended(username),
  });

/** DELETE /users/{id}. */
export const useDeleteUser = ({ id, username }: User) =>
  useUserMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/users/${id}`, { method: 'DELETE', idempotencyKey }),
    failed: () => messages.deleteDialog.failed,
    done: () => messages.deleteDialog.deleted(username),
  });

interface UserMutationOptions<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  /** Builds the text of the toast after a failure; null when the dialog shows the failure itself. */
  failed: ((error: Error) => string) | null;
  done?: (output: Output) => string;
}

/** Runs a change of users, shows a toast with the outcome, and reloads the visible users. */
function useUserMutation<Output, Input = void>({ send, failed, done }: UserMutationOptions<Input, Output>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onError: (error) => {
      if (failed) toast(failed(error), 'error');
    },
    onSuccess: (output) => {
      if (done) toast(done(output), 'success');
    },
    // Not awaited, so that a dialog shows the reason of a failure immediately.
    onSettled: () => void client.invalidateQueries({ queryKey: ['users'] }),
  });
}
