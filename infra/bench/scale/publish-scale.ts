import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RESULTS } from '../record/results-folder.js';
import { chartsOf } from './charts.js';
import { withBlocks } from './generated-blocks.js';
import type { ScaleResults } from './scale-results.js';
import { blocksOf } from './scaling-page.js';

export const SCALE_FILE = join(RESULTS, 'scale.json');
export const SCALING_PAGE = join(dirname(dirname(RESULTS)), 'SCALING.md');

/** Writes what was measured, its drawings, and the numbers of the page about it. */
export async function publishScale(results: ScaleResults): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(SCALE_FILE, `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, drawing] of Object.entries(chartsOf(results))) await writeFile(join(RESULTS, name), drawing);
  const page = await readFile(SCALING_PAGE, 'utf8');
  await writeFile(SCALING_PAGE, withBlocks(page, blocksOf(results)));
}
