import { mdiDelete } from '@mdi/js';
import Button from '@mui/material/Button';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { CopyButton } from '../../../shared/ui/copy-button.js';
import { Cell, DataTable, rowActions } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import styles from './access-codes-page.module.css';

interface AccessCodesTableProps {
  codes: readonly AccessCode[];
  onAsk: (kind: 'assign' | 'delete', code: AccessCode) => void;
}

const COLUMNS = [
  { label: 'Code' },
  { label: 'Organization' },
  { label: 'Generated' },
  { label: 'Users assigned' },
  { label: 'Actions', hidden: true },
];

/** All codes, the newest first. */
export function AccessCodesTable({ codes, onAsk }: AccessCodesTableProps) {
  return (
    <DataTable label="Access Codes" columns={COLUMNS}>
      {codes
        .toSorted((a, b) => b.dateGenerated.localeCompare(a.dateGenerated))
        .map((accessCode) => {
          const { id, code, assignedOrganization, organizationDeleted, dateGenerated, numberOfUsersAssigned } =
            accessCode;
          return (
            <tr key={id}>
              <th scope="row">
                <span className={`figures ${styles.code}`}>
                  {code}
                  <CopyButton label={`Copy code ${code}`} text={code} />
                </span>
              </th>
              <Cell label="Organization">
                <span className={styles.organization}>
                  {assignedOrganization?.name ?? (
                    <span className={styles.soft}>{organizationDeleted ? 'Deleted organization' : 'None'}</span>
                  )}
                  <Button
                    variant="outlined"
                    aria-label={`EDIT ORG of ${code}`}
                    disabled={assignedOrganization !== null || organizationDeleted}
                    onClick={() => onAsk('assign', accessCode)}
                  >
                    EDIT ORG
                  </Button>
                </span>
              </Cell>
              <Cell label="Generated" className={styles.soft}>
                <time dateTime={dateGenerated} title={preciseTime(dateGenerated)}>
                  {dateAndTime(dateGenerated)}
                </time>
              </Cell>
              <Cell label="Users assigned" className="figures">
                {numberOfUsersAssigned}
              </Cell>
              <Cell label="" className={rowActions}>
                <IconAction
                  label={`Delete code ${code}`}
                  icon={mdiDelete}
                  tone="harm"
                  onClick={() => onAsk('delete', accessCode)}
                />
              </Cell>
            </tr>
          );
        })}
    </DataTable>
  );
}
