import { api } from '../../../shared/api-client/api.js';
import type { ApiFile } from '../../../shared/api-client/read-file.js';

/** Timeout of a download, longer than that of other requests (docs/rules.md#time-budget). */
const TIMEOUT_MS = 30_000;

/** GET …/csv of scores and leaderboards; `onBytes` receives the number of bytes so far. */
export const getExport = (path: string, onBytes: (bytes: number) => void): Promise<ApiFile> =>
  api.file(path, { timeoutMs: TIMEOUT_MS, keepsPage: true }, onBytes);
