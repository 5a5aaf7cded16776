import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../figure.js';
import { type Machine, thisMachine } from './machine.js';
import { printAllFigures, writeAllFigures } from './all-figures.js';
import { CHAPTERS } from './chapters.js';

/** A figure with the date and machine of its measurement. Its name includes the figure to which it belongs. */
export interface RecordedFigure extends Figure {
  readonly suite: string;
  /** The date, because suites can run on different days. */
  readonly on: string;
  readonly machine: Machine;
}

const RECORD_FILE = 'figures.json';

/** Returns the newest figures of each suite, in the order of the suites. */
export async function readRecord(folder: string): Promise<readonly RecordedFigure[]> {
  const text = await readFile(join(folder, RECORD_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  return JSON.parse(text) as RecordedFigure[];
}

/** Replaces the figures of this suite in the record. */
export async function record(folder: string, suite: string, figures: readonly Figure[], now: Date): Promise<void> {
  const others = (await readRecord(folder)).filter((figure) => figure.suite !== suite);
  const on = now.toISOString().slice(0, 10);
  const machine = thisMachine();
  const added = fullNames(figures).map((figure) => ({ suite, ...figure, on, machine }));
  const lines = [...others, ...added].map((figure) => `  ${JSON.stringify(figure)}`);
  await mkdir(folder, { recursive: true });
  const file = join(folder, RECORD_FILE);
  await writeFile(`${file}.new`, `[\n${lines.join(',\n')}\n]\n`);
  await rename(`${file}.new`, file);
}

/** An indented name continues the name above it. Alone in a list, a name such as "p99" would be ambiguous. */
export function fullNames(figures: readonly Figure[]): Figure[] {
  let above = '';
  return figures.map((figure) => {
    if (!figure.name.startsWith(' ')) above = figure.name;
    return figure.name.startsWith(' ') ? { ...figure, name: `${above}: ${figure.name.trim()}` } : figure;
  });
}

/** Writes the page of all figures, and returns them as a table for a terminal. */
export async function publishFigures(folder: string): Promise<string> {
  const record = await readRecord(folder);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'figures.md'), writeAllFigures(CHAPTERS, record));
  return printAllFigures(CHAPTERS, record);
}
