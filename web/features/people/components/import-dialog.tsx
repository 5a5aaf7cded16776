import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { USER_CSV_COLUMNS } from '../../../../api/contracts/user-import.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { importUsers, useImportUsers } from '../api/import-users.js';
import { ImportPreview } from './import-preview.js';
import styles from './import-dialog.module.css';

const LARGEST = 1_000_000;

/** Written out, because importing the value would bring the contract's schemas along. */
const COLUMNS: typeof USER_CSV_COLUMNS = [
  'username',
  'email',
  'firstName',
  'lastName',
  'rankTitle',
  'role',
  'organization',
  'enabled',
];

/** Imports users from a CSV: a dry run first, then the import itself (nothing of it while one row has an error). */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const [tooLarge, setTooLarge] = useState(false);
  const dryRun = useMutation({ mutationFn: (text: string) => importUsers(text, true) });
  const run = useImportUsers();
  const preview = dryRun.data;
  const added = preview?.rows.filter(({ outcome }) => outcome === 'new').length ?? 0;
  const faulty = preview?.rows.some(({ outcome }) => outcome === 'error') ?? true;

  const choose = async (file: File | undefined) => {
    dryRun.reset();
    run.reset();
    setTooLarge(file !== undefined && file.size > LARGEST);
    if (!file || file.size > LARGEST) return;
    const text = await file.text();
    setCsv(text);
    dryRun.mutate(text);
  };

  return (
    <FormDialog
      wide
      title="Import users"
      submit={added > 0 ? `Import ${added} ${added === 1 ? 'user' : 'users'}` : 'Import'}
      pending={run.isPending || dryRun.isPending}
      disabled={faulty || added === 0}
      problem={tooLarge ? 'The file is larger than 1 MB.' : titleOf(dryRun.error ?? run.error)}
      onSubmit={() => run.mutate(csv, { onSuccess: onClose })}
      onClose={onClose}
    >
      <label className={styles.file}>
        <span className="label">CSV file</span>
        <input type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target.files?.[0])} />
      </label>
      <p className={styles.help}>
        Columns: <code>{COLUMNS.join(', ')}</code>. An exported file fits as it is. New people get an invitation by mail
        with a link to set their password.
      </p>
      {dryRun.isPending && <p role="status">Checking the file…</p>}
      {preview && <ImportPreview result={preview} />}
    </FormDialog>
  );
}
