import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figure } from '../figure.js';
import { thisMachine } from '../record/machine.js';
import { RESULTS } from '../record/results-folder.js';
import type { Suite, SuiteContext } from '../suite.js';
import { measureScale } from './measure-scale.js';
import { FULL, QUICK } from './sizes.js';

export const SCALE_FILE = 'scale.json';

/** What each event and each watcher costs, from a handful to thousands; processor time, which others on the machine change little. */
export const scale: Suite = {
  name: 'scale',
  onlyWhenNamed: true,
  async run({ say, quick }: SuiteContext) {
    const curves = await measureScale(quick ? QUICK : FULL, say);
    const results = { machine: thisMachine(), on: new Date().toISOString().slice(0, 10), ...curves };
    if (!quick) {
      await mkdir(RESULTS, { recursive: true });
      await writeFile(join(RESULTS, SCALE_FILE), `${JSON.stringify(results, null, 2)}\n`);
    }
    return [figure('sockets', results.sockets.at(-1)!.sockets, 'sockets')];
  },
};
