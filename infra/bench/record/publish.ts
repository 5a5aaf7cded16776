import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printAllFigures, writeAllFigures } from './all-figures.js';
import { CHAPTERS } from './chapters.js';
import { readRecord } from './record.js';

/** Writes the page of all figures, and returns them as a table for a terminal. */
export async function publishFigures(folder: string): Promise<string> {
  const record = await readRecord(folder);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'figures.md'), writeAllFigures(CHAPTERS, record));
  return printAllFigures(CHAPTERS, record);
}
