import { mdiPlus } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Page } from '../../../shared/ui/page.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useAddAccessCode } from '../api/add-access-code.js';
import { accessCodesQuery } from '../api/get-access-codes.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import type { OrganizationChoice } from '../organization-choice.js';
import { AccessCodesTable } from './access-codes-table.js';

const AssignDialog = lazyDialog(() => import('./assign-dialog.js'));
const DeleteCodeDialog = lazyDialog(() => import('./delete-code-dialog.js'));

/** The Access Codes page: the codes for registration, and the organization of each. */
export function AccessCodesPage({ organizations }: { organizations: readonly OrganizationChoice[] }) {
  const { data: codes, error, refetch } = useQuery(accessCodesQuery());
  const [asked, setAsked] = useState<{ kind: 'assign' | 'delete'; code: AccessCode } | null>(null);
  const add = useAddAccessCode();
  const close = () => setAsked(null);
  useEffect(() => {
    if (error) console.error('Failed to fetch access codes:', error);
  }, [error]);
  return (
    <Page
      title={messages.title}
      beside={
        <Button
          variant="contained"
          startIcon={<Icon path={mdiPlus} />}
          disabled={add.isPending}
          onClick={() => add.mutate()}
        >
          {messages.add}
        </Button>
      }
    >
      {add.error && <Alert severity="error">{titleOf(add.error) || messages.couldNotAdd}</Alert>}
      {!codes && !error && <TableSkeleton />}
      {!codes && error && <LoadFailed what={messages.theAccessCodes} onRetry={() => void refetch()} />}
      {codes?.length === 0 && (
        <EmptyNote title={messages.noneFound}>
          <p>{messages.noneFoundHelp}</p>
        </EmptyNote>
      )}
      {codes && codes.length > 0 && <AccessCodesTable codes={codes} onAsk={(kind, code) => setAsked({ kind, code })} />}
      {asked?.kind === 'assign' && <AssignDialog code={asked.code} organizations={organizations} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteCodeDialog code={asked.code} onClose={close} />}
    </Page>
  );
}
