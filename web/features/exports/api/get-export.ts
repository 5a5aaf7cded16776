import { api } from '../../../shared/api-client/api.js';
import type { ApiFile } from '../../../shared/api-client/read-file.js';

/** Larger than other answers (decisions §2, 15). */
const TIMEOUT_MS = 30_000;

/** GET …/csv of scores and leaderboards; `onBytes` hears how much has come. */
export const getExport = (path: string, onBytes: (bytes: number) => void): Promise<ApiFile> =>
  api.file(path, { timeoutMs: TIMEOUT_MS, keepsPage: true }, onBytes);
