import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { RESULTS } from '../record/results-folder.js';
import { chartsOf } from './charts.js';
import { withBlocks } from './generated-blocks.js';
import type { ScaleResults } from './scale-results.js';
import { blocksOf, sizingBlocksOf } from './scaling-page.js';

export const SCALE_FILE = join(RESULTS, 'scale.json');
export const SCALING_PAGE = join(PACKAGE_ROOT, 'docs/scaling.md');
export const SIZING_PAGE = join(PACKAGE_ROOT, 'docs/sizing.md');

/** Writes the results, their drawings, and the numbers in the documents. */
export async function publishScale(results: ScaleResults): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(SCALE_FILE, `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, drawing] of Object.entries(chartsOf(results))) await writeFile(join(RESULTS, name), drawing);
  const pages = { [SCALING_PAGE]: blocksOf(results), [SIZING_PAGE]: sizingBlocksOf(results) };
  for (const [page, blocks] of Object.entries(pages))
    await writeFile(page, withBlocks(await readFile(page, 'utf8'), blocks));
}
