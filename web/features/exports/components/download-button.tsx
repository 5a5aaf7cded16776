import { mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import type { ExportChoice } from '../export-choices.js';
import { exportsMessages as messages } from '../exports.messages.js';
import { useDownload } from '../use-download.js';
import { DownloadProgress } from './download-progress.js';

const DownloadDialog = lazyDialog(() => import('./download-dialog.js'));

/** Button that opens the download dialog and saves the selected table. */
export function DownloadButton({ choices }: { choices: readonly ExportChoice[] }) {
  const { bytes, download } = useDownload();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiTrayArrowDown} />}
        disabled={bytes !== null}
        onClick={() => setAsking(true)}
      >
        {bytes === null ? messages.download : <DownloadProgress bytes={bytes} />}
      </Button>
      {asking && <DownloadDialog choices={choices} onDownload={download} onClose={() => setAsking(false)} />}
    </>
  );
}
