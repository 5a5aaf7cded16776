import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { HTMLAttributes, ReactNode } from 'react';
import { sharedMessages } from '../shared.messages.js';
import styles from './data-table.module.css';
import { SelectField } from './fields.js';

export interface Sorting<Key extends string> {
  by: Key;
  order: 'asc' | 'desc';
}

export interface Column<Key extends string = string> {
  label: string;
  /** Sort key; a column without it is not sortable. */
  sort?: Key;
  /** Hides the label visually, for example above buttons; screen readers still read it. */
  hidden?: boolean;
}

interface DataTableProps<Key extends string> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Key>[];
  sorting?: Sorting<Key>;
  onSort?: (sorting: Sorting<Key>) => void;
  busy?: boolean;
  children: ReactNode;
}

/** Table of the administration. On narrow screens each row is a card, and a dropdown sorts. */
export function DataTable<Key extends string>(props: DataTableProps<Key>) {
  const { label, columns, sorting, onSort, busy = false, children } = props;
  return (
    <>
      {sorting && onSort && <NarrowSort columns={columns} sorting={sorting} onSort={onSort} />}
      <div className={styles.scroller} data-busy={busy} data-columns={columns.length} data-print-wide>
        <Table className={styles.table} aria-label={label} aria-busy={busy}>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <Header key={column.label} column={column} sorting={sorting} onSort={onSort} />
              ))}
            </TableRow>
          </TableHead>
          <TableBody>{children}</TableBody>
        </Table>
      </div>
    </>
  );
}

interface HeaderProps<Key extends string> {
  column: Column<Key>;
  sorting: Sorting<Key> | undefined;
  onSort: ((sorting: Sorting<Key>) => void) | undefined;
}

function Header<Key extends string>({ column: { label, sort, hidden }, sorting, onSort }: HeaderProps<Key>) {
  if (!sort || !sorting || !onSort)
    return <TableCell>{hidden ? <span className="visually-hidden">{label}</span> : label}</TableCell>;
  const order = sorting.by === sort && sorting.order;
  const next = order === 'asc' ? 'desc' : 'asc';
  return (
    <TableCell aria-sort={order ? `${order}ending` : 'none'}>
      <TableSortLabel
        component="button"
        active={order !== false}
        direction={order || 'asc'}
        onClick={() => onSort({ by: sort, order: next })}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  );
}

function NarrowSort<Key extends string>({
  columns,
  sorting,
  onSort,
}: Required<Omit<HeaderProps<Key>, 'column'>> & { columns: readonly Column<Key>[] }) {
  const messages = sharedMessages.sort;
  const options = columns.flatMap(({ label, sort }) =>
    sort
      ? [
          { value: `${sort} asc`, text: messages.ascending(label) },
          { value: `${sort} desc`, text: messages.descending(label) },
        ]
      : [],
  );
  return (
    <div className={styles.narrowSort}>
      <SelectField
        label={messages.by}
        value={`${sorting?.by} ${sorting?.order}`}
        options={options}
        onChange={(value) => {
          const [by, order] = value.split(' ') as [Key, 'asc' | 'desc'];
          onSort?.({ by, order });
        }}
      />
    </div>
  );
}

type CellProps = HTMLAttributes<HTMLTableCellElement>;

/** The cell that names a row. */
export const RowHeader = (cell: CellProps) => <TableCell component="th" scope="row" {...cell} />;

/** A table cell. On narrow screens it shows its `label`, the column name. */
export const Cell = ({ label = '', ...cell }: { label?: string } & CellProps) => (
  <TableCell data-label={label} {...cell} />
);

export const rowActions = styles.actions;
