import Button from '@mui/material/Button';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useNow } from '../../../shared/use-now.js';
import type { UserAction } from './user-dialogs.js';
import { peopleMessages as messages } from '../people.messages.js';
import type { useListInUrl } from '../use-list-in-url.js';
import { useUserList } from '../use-user-list.js';
import { PAGE_SIZE, type UserSort } from '../user-list.js';
import type { Viewer } from '../viewer.js';
import { UserRow } from './user-row.js';

interface UsersGridProps {
  viewer: Viewer;
  list: ReturnType<typeof useListInUrl>;
  orgId: string | undefined;
  onAction: (action: UserAction) => void;
  onImport: () => void;
}

function columns(systemAdmin: boolean): Column<UserSort>[] {
  const labels = messages.fields;
  return [
    { label: labels.username, sort: 'username' },
    ...(systemAdmin ? [{ label: labels.organization, sort: 'organization' } as const] : []),
    { label: labels.role, sort: 'role' },
    { label: labels.lastActive, sort: 'lastActive' },
    { label: labels.lastJoinedCourse, sort: 'lastJoinedCourse' },
    { label: labels.status, sort: 'status' },
    { label: labels.actions, hidden: true },
  ];
}

/** One page of users as a table. The organization column is hidden for viewers who see only their own organization. */
export function UsersGrid({ viewer, list, orgId, onAction, onImport }: UsersGridProps) {
  const { query, onSort, onPage } = list;
  const systemAdmin = viewer.role === 'SystemAdmin';
  const topicId = systemAdmin ? (orgId ?? 'all') : viewer.organizationId;
  const { list: page, failed, busy, retry } = useUserList({ ...query, orgId }, topicId);
  const now = useNow();

  if (failed) return <LoadFailed what={messages.theUsers} onRetry={retry} />;
  if (!page) return <TableSkeleton />;
  if (page.total === 0)
    return (
      <EmptyNote title={messages.noneFound}>
        {query.search ? (
          <p>{messages.noMatch(query.search)}</p>
        ) : (
          <>
            <p>{messages.noneYet}</p>
            <Button variant="outlined" onClick={onImport}>
              {messages.importUsers}
            </Button>
          </>
        )}
      </EmptyNote>
    );
  return (
    <>
      <DataTable
        label={messages.title}
        columns={columns(systemAdmin)}
        sorting={{ by: query.sort, order: query.order }}
        onSort={onSort}
        busy={busy}
      >
        {page.users.map((user) => (
          <UserRow key={user.id} user={user} viewer={viewer} now={now} onAction={onAction} />
        ))}
      </DataTable>
      <Pager page={query.page} pageSize={PAGE_SIZE} total={page.total} onPage={onPage} />
    </>
  );
}
