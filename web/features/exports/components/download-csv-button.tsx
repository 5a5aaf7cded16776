import { mdiDotsHorizontal, mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import type { ExportChoice } from '../export-choices.js';
import { exportsMessages as messages } from '../exports.messages.js';
import { ownTimeZone } from '../time-zones.js';
import { useDownload } from '../use-download.js';
import { DownloadProgress } from './download-progress.js';

const DownloadDialog = lazyDialog(() => import('./download-dialog.js'));

/** Button that saves the first table as CSV immediately. A second button opens the dialog with the others. */
export function DownloadCsvButton({ choices }: { choices: readonly [ExportChoice, ...ExportChoice[]] }) {
  const { bytes, download } = useDownload();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ButtonGroup variant="outlined" disabled={bytes !== null}>
        <Button
          startIcon={<Icon path={mdiTrayArrowDown} />}
          onClick={() => download(choices[0].pathOf({ format: 'csv', zone: ownTimeZone() }))}
        >
          {bytes === null ? messages.downloadCsv : <DownloadProgress bytes={bytes} />}
        </Button>
        <Button aria-label={messages.others} title={messages.others} onClick={() => setAsking(true)}>
          <Icon path={mdiDotsHorizontal} />
        </Button>
      </ButtonGroup>
      {asking && <DownloadDialog choices={choices} onDownload={download} onClose={() => setAsking(false)} />}
    </>
  );
}
