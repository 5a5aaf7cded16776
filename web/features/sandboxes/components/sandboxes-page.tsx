import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useErrorToast } from '../../../shared/toasts/use-error-toast.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { sandboxesQuery } from '../api/get-sandboxes.js';
import { readableNumber } from '../../../shared/locale.js';
import { byLastAccess, matching } from '../sandbox-list.js';
import { sandboxesMessages as messages } from '../sandboxes.messages.js';
import styles from './sandboxes-page.module.css';
import { SandboxesTable } from './sandboxes-table.js';

const DeleteSandboxDialog = lazyDialog(() => import('./delete-sandbox-dialog.js'));

/** The Sandboxes page: all sandboxes saved in the game, last used first. */
export function SandboxesPage() {
  const { data, error, refetch } = useQuery(sandboxesQuery());
  const [search, change] = useSearchInUrl();
  const [asked, setAsked] = useState<Sandbox | null>(null);
  const text = search.get('search') ?? '';
  const shown = data && matching(byLastAccess(data.sandboxes), text);
  useErrorToast(error, messages.couldNotLoad);
  return (
    <Page
      title={messages.title}
      beside={
        data &&
        data.sandboxes.length > 0 && (
          <div className={styles.search}>
            <SearchField value={text} placeholder={messages.searchHint} onSearch={(next) => change({ search: next })} />
          </div>
        )
      }
    >
      {!data && !error && <TableSkeleton />}
      {!data && error && <LoadFailed what={messages.theSandboxes} onRetry={() => void refetch()} />}
      {data?.sandboxes.length === 0 && (
        <EmptyNote title={messages.noneFound}>
          <p>{messages.noneFoundHelp}</p>
        </EmptyNote>
      )}
      {data && data.total > data.sandboxes.length && (
        <p className={styles.soft}>
          {messages.notAllShown(readableNumber(data.sandboxes.length), readableNumber(data.total))}
        </p>
      )}
      {data && data.sandboxes.length > 0 && shown?.length === 0 && (
        <EmptyNote title={messages.noMatch(text)}>
          <Button variant="outlined" onClick={() => change({ search: '' })}>
            {messages.showAll}
          </Button>
        </EmptyNote>
      )}
      {shown && shown.length > 0 && <SandboxesTable sandboxes={shown} onDelete={setAsked} />}
      {asked && <DeleteSandboxDialog sandbox={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
