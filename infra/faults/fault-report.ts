/** Report at the end of `npm run test:faults`: one line for each figure, and for each control that should miss a goal. */
import { appendFileSync } from 'node:fs';
import type { Figure } from '../bench/figure.js';
import { alignColumns } from '../bench/print-table.js';

/** The file, named by the run, to which every test appends a line of JSON. */
export const REPORT_FILE = 'READY_ROOM_FAULT_REPORT';

/** Figures of one test, measured with the unchanged platform or with its control, which lacks a protection. */
export interface FaultResult {
  readonly fault: string;
  /** The removed protection; null for the unchanged platform. */
  readonly control: string | null;
  readonly figures: readonly Figure[];
}

const HEADINGS = ['fault', 'figure', 'goal', 'measured', '', 'control', 'measured', ''];

export function reportFault(result: FaultResult): void {
  const file = process.env[REPORT_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** @param lines content of the report file */
export function printFaultReport(lines: string): string {
  const results = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FaultResult);
  const proofs = results.filter(({ control }) => control === null);
  return alignColumns([
    HEADINGS,
    ...proofs.flatMap((proof) => {
      const control = results.find((other) => other.fault === proof.fault && other.control !== null);
      return proof.figures.map((figure, index) => rowOf(proof.fault, figure, index === 0, control));
    }),
  ]);
}

function rowOf(fault: string, figure: Figure, isFirst: boolean, control: FaultResult | undefined): string[] {
  const controlled = control?.figures.find(({ name }) => name === figure.name);
  return [
    isFirst ? fault : '',
    figure.name,
    figure.goal ?? '',
    amount(figure),
    verdict(figure, 'met', 'MISSED'),
    isFirst ? (control?.control ?? 'none') : '',
    controlled ? amount(controlled) : '',
    controlled ? verdict(controlled, '', 'red') : '',
  ];
}

const amount = ({ value, unit }: Figure): string =>
  `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`;

const verdict = ({ met }: Figure, yes: string, no: string): string => (met === null ? '' : met ? yes : no);
