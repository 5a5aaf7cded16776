import { mdiDelete, mdiDownload } from '@mdi/js';
import TableRow from '@mui/material/TableRow';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Cell, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { useDownloadSandbox } from '../api/download-sandbox.js';
import { chipsOf } from '../sandbox-chips.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';
import styles from './sandboxes-page.module.css';

interface SandboxRowProps {
  sandbox: Sandbox;
  now: Date;
  onDelete: () => void;
}

/** Table row of one sandbox: owner, usage, and the available actions. */
export function SandboxRow({ sandbox, now, onDelete }: SandboxRowProps) {
  const { title, userName } = sandbox;
  const download = useDownloadSandbox(sandbox);
  return (
    <TableRow>
      <RowHeader className={styles.title}>{title}</RowHeader>
      <Cell label={messages.columns.owner}>{userName ?? <Chip tone="note">{messages.noOwner}</Chip>}</Cell>
      <Cell label={messages.columns.use}>
        <span className={styles.chips}>
          {chipsOf(sandbox, now).map(({ text, moment, isOld }) => (
            <Chip key={text} tone={isOld ? 'bad' : 'plain'}>
              {moment ? (
                <time dateTime={moment} title={preciseTime(moment)}>
                  {text}
                </time>
              ) : (
                text
              )}
            </Chip>
          ))}
        </span>
      </Cell>
      <Cell className={rowActions}>
        <IconAction
          label={messages.download(title)}
          icon={mdiDownload}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        />
        <IconAction label={messages.delete(title)} icon={mdiDelete} tone="harm" onClick={onDelete} />
      </Cell>
    </TableRow>
  );
}
