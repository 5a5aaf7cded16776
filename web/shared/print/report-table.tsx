import type { ReactNode } from 'react';
import styles from './report-table.module.css';

interface ReportTableProps {
  title: string;
  /** Shown instead of a table without rows. */
  none: string;
  /** The first column contains the row heads. Figures are aligned at the right, and extra figures are left out on narrow screens. */
  columns: readonly { readonly title: string; readonly kind?: 'figure' | 'extra' }[];
  /** One cell for each column. */
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Rows that are shown. `more` says how many others there are. */
  most: number;
  more?: (left: number) => string;
}

/** A section of a report with one table, on screen and on paper. */
export function ReportTable({ title, none, columns, rows, most, more }: ReportTableProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {rows.length === 0 && <p>{none}</p>}
      {rows.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr className="label">
              {columns.map((column) => (
                <th key={column.title} scope="col" data-kind={column.kind}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(({ key, cells: [head, ...cells] }) => (
              <tr key={key}>
                <th scope="row">{head}</th>
                {cells.map((cell, place) => (
                  <td key={columns[place + 1]?.title} data-kind={columns[place + 1]?.kind}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more && rows.length > most && <p className={styles.soft}>{more(rows.length - most)}</p>}
    </section>
  );
}
