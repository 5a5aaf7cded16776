import { mdiDelete } from '@mdi/js';
import Button from '@mui/material/Button';
import TableRow from '@mui/material/TableRow';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { Cell, DataTable, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import styles from './access-codes-page.module.css';

interface AccessCodesTableProps {
  codes: readonly AccessCode[];
  onAsk: (kind: 'assign' | 'delete', code: AccessCode) => void;
}

/** Table of all codes, newest first. */
export function AccessCodesTable({ codes, onAsk }: AccessCodesTableProps) {
  const labels = messages.columns;
  return (
    <DataTable
      label={messages.title}
      columns={[
        { label: labels.code },
        { label: labels.organization },
        { label: labels.generated },
        { label: labels.usersAssigned },
        { label: labels.actions, hidden: true },
      ]}
    >
      {codes
        .toSorted((a, b) => b.dateGenerated.localeCompare(a.dateGenerated))
        .map((accessCode) => {
          const { id, code, assignedOrganization, organizationDeleted, dateGenerated, numberOfUsersAssigned } =
            accessCode;
          return (
            <TableRow key={id}>
              <RowHeader>
                <span className={`figures ${styles.code}`}>
                  {code}
                  <CopyButton label={messages.copyCode(code)} text={code} />
                </span>
              </RowHeader>
              <Cell label={labels.organization}>
                <span className={styles.organization}>
                  {assignedOrganization?.name ?? (
                    <span className={styles.soft}>
                      {organizationDeleted ? messages.deletedOrganization : messages.noOrganization}
                    </span>
                  )}
                  <Button
                    variant="outlined"
                    aria-label={messages.assignOrganizationOf(code)}
                    disabled={assignedOrganization !== null || organizationDeleted}
                    onClick={() => onAsk('assign', accessCode)}
                  >
                    {messages.assignOrganization}
                  </Button>
                </span>
              </Cell>
              <Cell label={labels.generated} className={styles.soft}>
                <time dateTime={dateGenerated} title={preciseTime(dateGenerated)}>
                  {dateAndTime(dateGenerated)}
                </time>
              </Cell>
              <Cell label={labels.usersAssigned} className="figures">
                {numberOfUsersAssigned}
              </Cell>
              <Cell className={rowActions}>
                <IconAction
                  label={messages.deleteCode(code)}
                  icon={mdiDelete}
                  tone="harm"
                  onClick={() => onAsk('delete', accessCode)}
                />
              </Cell>
            </TableRow>
          );
        })}
    </DataTable>
  );
}
