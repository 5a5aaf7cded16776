import { useMutation } from '@tanstack/react-query';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';

/** Timeout of a download, longer than that of other requests (docs/rules.md#time-budget). */
const TIMEOUT_MS = 30_000;

/** GET /sandboxes/{id}/json, saved under the file name from the server: `{title} {id}.json`. */
export const useDownloadSandbox = ({ id }: Sandbox) =>
  useMutation({
    mutationFn: () => api.file(`/sandboxes/${id}/json`, { timeoutMs: TIMEOUT_MS, keepsPage: true }, () => {}),
    onSuccess: ({ name, content }) => saveFile(name, content),
    onError: () => toast(messages.couldNotDownload, 'error'),
  });
