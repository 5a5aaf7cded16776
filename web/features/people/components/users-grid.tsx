import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { DataTable, type Column } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useNow } from '../../../shared/use-now.js';
import type { AskedOf } from '../asked-of.js';
import type { useListInUrl } from '../use-list-in-url.js';
import { useUserList } from '../use-user-list.js';
import { PAGE_SIZE, type UserSort } from '../user-list.js';
import type { Viewer } from '../viewer.js';
import { UserRow } from './user-row.js';

interface UsersGridProps {
  viewer: Viewer;
  list: ReturnType<typeof useListInUrl>;
  orgId: string | undefined;
  onAsk: (asked: AskedOf) => void;
  onImport: () => void;
}

const COLUMNS: readonly Column<UserSort>[] = [
  { label: 'Username', sort: 'username' },
  { label: 'Organization', sort: 'organization' },
  { label: 'Role', sort: 'role' },
  { label: 'Last active', sort: 'lastActive' },
  { label: 'Last joined course', sort: 'lastJoinedCourse' },
  { label: 'Status', sort: 'status' },
  { label: 'Actions', hidden: true },
];

/** The page of users that is asked for, as a table; without the organization column for those who see only their own. */
export function UsersGrid({ viewer, list, orgId, onAsk, onImport }: UsersGridProps) {
  const { query, onSort, onPage } = list;
  const systemAdmin = viewer.role === 'SystemAdmin';
  const topicId = systemAdmin ? (orgId ?? 'all') : viewer.organizationId;
  const { list: page, failed, busy, retry } = useUserList({ ...query, orgId }, topicId);
  const now = useNow();
  const columns = useMemo(() => COLUMNS.filter(({ sort }) => systemAdmin || sort !== 'organization'), [systemAdmin]);

  if (failed) return <LoadFailed what="The users" onRetry={retry} />;
  if (!page) return <TableSkeleton />;
  if (page.total === 0)
    return (
      <EmptyNote title="No Users Found">
        {query.search ? (
          <p>Nobody’s name or e-mail fits “{query.search}”. Search for less, or clear the search.</p>
        ) : (
          <>
            <p>Hand out an access code to register with, or import people from a file.</p>
            <Button variant="outlined" onClick={onImport}>
              Import users
            </Button>
          </>
        )}
      </EmptyNote>
    );
  return (
    <>
      <DataTable
        label="Users"
        columns={columns}
        sorting={{ by: query.sort, order: query.order }}
        onSort={onSort}
        busy={busy}
      >
        {page.users.map((user) => (
          <UserRow key={user.id} user={user} viewer={viewer} now={now} onAsk={onAsk} />
        ))}
      </DataTable>
      <Pager page={query.page} pageSize={PAGE_SIZE} total={page.total} onPage={onPage} />
    </>
  );
}
