import { mdiDelete, mdiHistory, mdiPencil } from '@mdi/js';
import TableRow from '@mui/material/TableRow';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { dateOnly, preciseTime } from '../../../shared/readable-time.js';
import { Cell, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { SeatBar } from '../../../shared/ui/seat-bar.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { useRecordClasses } from '../api/record-classes.js';
import { useSetOrganizationPaid } from '../api/set-organization-paid.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import styles from './organizations-page.module.css';

interface OrganizationRowProps {
  organization: Organization;
  onAsk: (kind: 'limit' | 'unpaid' | 'delete' | 'history') => void;
}

/** Table row of one organization: payment, seats, and the available actions. */
export function OrganizationRow({ organization, onAsk }: OrganizationRowProps) {
  const { name, isPaid, activeUsers, userLimit, recordsClasses, createdDate } = organization;
  const { columns } = messages;
  const setPaid = useSetOrganizationPaid(organization);
  const record = useRecordClasses(organization);
  return (
    <TableRow data-highlight={!isPaid}>
      <RowHeader>{name}</RowHeader>
      <Cell label={columns.status}>
        <Toggle
          label={name}
          checked={isPaid}
          words={[messages.paid, messages.unpaid]}
          disabled={setPaid.isPending}
          // marking as unpaid ends the users' sessions, so it needs a confirmation
          onChange={(paid) => (paid ? setPaid.mutate(true) : onAsk('unpaid'))}
        />
      </Cell>
      <Cell label={columns.seats}>
        <span className={styles.limit}>
          <SeatBar activeUsers={activeUsers} userLimit={userLimit} />
          <IconAction label={messages.changeLimitOf(name)} icon={mdiPencil} onClick={() => onAsk('limit')} />
        </span>
      </Cell>
      <Cell label={columns.recording}>
        <Toggle
          label={messages.recordClassesOf(name)}
          tone="quiet"
          checked={recordsClasses}
          words={[messages.recorded, messages.notRecorded]}
          disabled={record.isPending}
          onChange={(recordsClasses) => record.mutate(recordsClasses)}
        />
      </Cell>
      <Cell label={columns.created} className={styles.soft}>
        <time dateTime={createdDate} title={preciseTime(createdDate)}>
          {dateOnly(createdDate)}
        </time>
      </Cell>
      <Cell className={rowActions}>
        <IconAction label={messages.historyOf(name)} icon={mdiHistory} onClick={() => onAsk('history')} />
        <IconAction label={messages.deleteOf(name)} icon={mdiDelete} tone="harm" onClick={() => onAsk('delete')} />
      </Cell>
    </TableRow>
  );
}
