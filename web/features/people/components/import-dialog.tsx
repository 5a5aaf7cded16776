import InputBase from '@mui/material/InputBase';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileEncoding, UserImport } from '../../../../api/contracts/user-import.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { FormDialog } from '../../../shared/ui/form-dialog.js';
import { FieldFrame, SelectField } from '../../../shared/ui/fields.js';
import { checkImport, importQuery, startImport } from '../people.api.js';
import { peopleMessages } from '../people.messages.js';
import { userImportMessages as messages } from '../user-import.messages.js';
import { ImportPreview } from './import-preview.js';
import { ImportRun } from './import-run.js';
import { ImportUnderstood } from './import-understood.js';
import styles from './import-dialog.module.css';

const LARGEST = 1_000_000;

const REQUIRED = ['username', 'email'];
const OPTIONAL = ['firstName', 'lastName', 'rankTitle', 'role', 'organization', 'enabled'];

interface ImportDialogProps {
  /** The newest import, possibly still running. */
  current: UserImport | null;
  onClose: () => void;
}

/** Imports users from a CSV file: shows the file selection and check, then the progress. A page reload keeps a running import. */
export default function ImportDialog({ current, onClose }: ImportDialogProps) {
  const [watched, setWatched] = useState(current?.state === 'running' ? current.id : null);
  if (current && (current.state === 'running' || current.id === watched))
    return <ImportRun run={current} onAgain={() => setWatched(null)} onClose={onClose} />;
  return <ImportForm onStarted={setWatched} onClose={onClose} />;
}

/** Form with a file, its parsed columns, and a preview of the import. A single row with an error blocks the whole import. */
function ImportForm({ onStarted, onClose }: { onStarted: (id: string) => void; onClose: () => void }) {
  const client = useQueryClient();
  const [content, setContent] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<FileEncoding | null>(null);
  const [unusable, setUnusable] = useState<string | null>(null);
  const check = useMutation({ mutationFn: checkImport });
  const start = useSubmission({
    send: startImport,
    onSuccess: (result) => {
      if (!result.import) return;
      client.setQueryData(importQuery.queryKey, { import: result.import });
      onStarted(result.import.id);
    },
  });
  // The data may have changed between the check and the start; then the newer preview is shown.
  const preview = start.data ?? check.data;
  const failure = check.error ?? start.error;
  const found = preview?.understood.encoding ?? null;
  const added = preview?.rows.filter(({ outcome }) => outcome === 'new').length ?? 0;
  const faulty = preview?.rows.some(({ outcome }) => outcome === 'error') ?? true;

  const look = (file: string, as: FileEncoding | null) => {
    start.reset();
    setEncoding(as);
    check.mutate({ content: file, encoding: as });
  };
  const choose = async (file: File | undefined) => {
    check.reset();
    start.reset();
    setContent(null);
    setUnusable(file && file.size > LARGEST ? messages.tooLarge : null);
    if (!file || file.size > LARGEST) return;
    try {
      const read = await fileContent(file);
      setContent(read);
      look(read, null);
    } catch {
      setUnusable(messages.unreadable);
    }
  };

  return (
    <FormDialog
      wide
      title={messages.title}
      submit={added > 0 ? messages.submitCount(added) : messages.submit}
      action={start.isPending ? start : check}
      disabled={faulty || added === 0}
      problem={unusable ?? (failure && (titleOf(failure) || peopleMessages.unknownError))}
      onSubmit={() => start.mutate({ content: content ?? '', encoding: encoding ?? found })}
      onClose={onClose}
    >
      <FieldFrame label={messages.file}>
        {(ties) => (
          <InputBase
            {...ties}
            type="file"
            slotProps={{ input: { accept: '.csv,.txt,text/csv' } }}
            disabled={start.isPending}
            onChange={({ target }) => void choose((target as HTMLInputElement).files?.[0])}
          />
        )}
      </FieldFrame>
      <p className={styles.help}>
        {messages.columnsHelp(
          <code>{REQUIRED[0]}</code>,
          <code>{REQUIRED[1]}</code>,
          <code>{OPTIONAL.join(', ')}</code>,
        )}
      </p>
      {content !== null && (
        <SelectField
          label={messages.encoding}
          value={encoding ?? found ?? ''}
          disabled={start.isPending}
          options={[
            ...(found || encoding ? [] : [{ value: '', text: messages.detectEncoding }]),
            ...Object.entries<string>(messages.encodings).map(([value, text]) => ({ value, text })),
          ]}
          onChange={(value) => look(content, value === '' ? null : (value as FileEncoding))}
        />
      )}
      {check.isPending && <p role="status">{messages.checking}</p>}
      {preview && <ImportUnderstood understood={preview.understood} />}
      {preview && <ImportPreview result={preview} />}
    </FormDialog>
  );
}

/** Returns the bytes of a file as base64. */
function fileContent(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
