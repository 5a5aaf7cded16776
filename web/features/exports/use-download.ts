import { useState } from 'react';
import { saveFile } from '../../shared/save-file.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { getExport } from './api/get-export.js';
import { exportsMessages as messages } from './exports.messages.js';

/** Downloads a table and saves it. `bytes` is the number of bytes so far, null while no download is running. */
export function useDownload() {
  const [bytes, setBytes] = useState<number | null>(null);
  const download = (path: string) => {
    setBytes(0);
    getExport(path, setBytes)
      .then(({ name, content }) => saveFile(name, content))
      .catch(() => toast(messages.failed, 'error'))
      .finally(() => setBytes(null));
  };
  return { bytes, download };
}
