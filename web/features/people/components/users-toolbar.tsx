import { mdiTrayArrowDown, mdiTrayArrowUp } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { saveFile } from '../../../shared/save-file.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { Icon } from '../../../shared/ui/icon.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { exportUsers } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import type { useListInUrl } from '../use-list-in-url.js';
import type { Viewer, OrganizationChoice } from '../viewer.js';
import styles from './users-page.module.css';

interface UsersToolbarProps {
  viewer: Viewer;
  organizations: readonly OrganizationChoice[];
  list: ReturnType<typeof useListInUrl>;
  onImport: () => void;
}

/** Toolbar that filters the list, and imports and exports it as a file. */
export function UsersToolbar({ viewer, organizations, list, onImport }: UsersToolbarProps) {
  const { orgId, search } = list.query;
  const systemAdmin = viewer.role === 'SystemAdmin';
  const [exporting, setExporting] = useState(false);
  const saveCsv = () => {
    setExporting(true);
    exportUsers(systemAdmin ? orgId : undefined)
      .then((csv) => saveFile('users.csv', csv))
      .catch(() => toast(messages.notDownloaded, 'error'))
      .finally(() => setExporting(false));
  };
  return (
    <div className={styles.toolbar}>
      <SearchField value={search} placeholder={messages.search} onSearch={list.onSearch} />
      {systemAdmin && (
        <SelectField
          label={messages.fields.organization}
          value={orgId ?? ''}
          options={[
            { value: '', text: messages.allOrganizations },
            ...organizations.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={list.onOrganization}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="outlined" startIcon={<Icon path={mdiTrayArrowUp} />} onClick={onImport}>
          {messages.imports.import}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiTrayArrowDown} />}
          disabled={exporting}
          onClick={() => saveCsv()}
        >
          {messages.export}
        </Button>
      </div>
    </div>
  );
}
