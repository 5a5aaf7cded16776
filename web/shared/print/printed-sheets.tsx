import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { preciseTime } from '../readable-time.js';
import { sharedMessages as messages } from '../shared.messages.js';
import styles from './printed-sheets.module.css';
import { usePrinting } from './use-printing.js';

/** A row of a printed table. */
export interface PrintedRow {
  key: string;
  /** The first cell; repeated with `fixed` in each part of the table. */
  head: ReactNode;
  fixed: readonly string[];
  /** One text for each column. */
  cells: readonly string[];
  /** True for a row of totals. */
  total?: boolean;
}

/** Content of a printed table, built only while the page is printed. */
export interface PrintedTable {
  title: string;
  /** Scope of the table, shown after the title. */
  facts: readonly string[];
  /** Titles of the columns that each part repeats, starting with the column of row heads. */
  fixed: readonly [string, ...string[]];
  columns: readonly { key: string; title: string }[];
  rows: readonly PrintedRow[];
}

interface PrintedSheetsProps {
  /** Number of columns that fit beside the fixed ones on a landscape sheet. */
  columnsASheet: number;
  table: () => PrintedTable;
}

/** A wide table on paper, in place of the page: all rows and columns, split into parts as wide as a sheet. */
export function PrintedSheets(props: PrintedSheetsProps) {
  const since = usePrinting();
  return since && createPortal(<Sheets {...props} printedAt={since} />, document.body);
}

function Sheets({ columnsASheet, table, printedAt }: PrintedSheetsProps & { printedAt: Date }) {
  const { title, facts, fixed, columns, rows } = table();
  const [headTitle, ...fixedTitles] = fixed;
  const parts = Array.from({ length: Math.max(1, Math.ceil(columns.length / columnsASheet)) }, (_, part) => ({
    part,
    from: part * columnsASheet,
    to: (part + 1) * columnsASheet,
  }));
  return (
    <div className={styles.sheets} data-print-only data-print-wide data-color-scheme="light">
      {parts.map(({ part, from, to }) => (
        <table key={part} className={styles.sheet}>
          <colgroup>
            <col className={styles.name} />
          </colgroup>
          <thead>
            <tr>
              <th colSpan={fixed.length + columns.slice(from, to).length} className={styles.title}>
                <b>{title}</b>
                <span>
                  {[
                    ...facts,
                    preciseTime(printedAt.toISOString()),
                    ...(parts.length > 1 ? [messages.printedPart(part + 1, parts.length)] : []),
                  ].join(' · ')}
                </span>
              </th>
            </tr>
            <tr>
              <th scope="col">{headTitle}</th>
              {fixedTitles.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
              {columns.slice(from, to).map((column) => (
                <th key={column.key} scope="col">
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className={row.total ? styles.total : undefined}>
                <th scope="row">{row.head}</th>
                {[...row.fixed, ...row.cells.slice(from, to)].map((text, index) => (
                  <td key={index}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
