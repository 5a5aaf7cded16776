import type {
  FileEncoding,
  UserImportRequest,
  UserImportResult,
} from '../../../../api/contracts/user-import.contract.js';
import { api } from '../../../shared/api-client/api.js';

const TIMEOUT_MS = 30_000;

/** A file as it is sent, and how to read it; an encoding of null is found out by the server. */
export interface ImportFile {
  /** In base64. */
  readonly content: string;
  readonly encoding: FileEncoding | null;
}

/** POST /users/import?dryRun=true: what an import of the file would do. */
export const checkImport = (file: ImportFile) => send(file, true);

/** POST /users/import?dryRun=false: starts the import; the same key again finds the one that was started. */
export const startImport = (file: ImportFile, idempotencyKey: string) => send(file, false, idempotencyKey);

function send({ content, encoding }: ImportFile, dryRun: boolean, idempotencyKey?: string): Promise<UserImportResult> {
  const body: UserImportRequest = { file: content, ...(encoding && { encoding }) };
  return api.call<UserImportResult>(`/users/import?dryRun=${dryRun}`, {
    method: 'POST',
    body,
    timeoutMs: TIMEOUT_MS,
    // The dialog shows a failure, and keeps the chosen file for another attempt.
    keepsPage: true,
    ...(idempotencyKey && { idempotencyKey }),
  });
}

/** GET /users/import/result: the newest import line by line, as CSV. */
export const importList = (): Promise<string> => api.text('/users/import/result', { timeoutMs: TIMEOUT_MS });
