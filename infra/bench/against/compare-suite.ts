import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import type { Figure } from '../figure.js';
import type { Suite } from '../suite.js';
import { outputOf } from './child-process.js';
import type { OtherBuild } from './other-build.js';
import type { Round } from './compared-figure.js';

const BENCH = join('dist', 'infra', 'bench', 'bench.js');

/** The data folders of both builds, whose own code fills them. */
export interface DataFolders {
  readonly own: string;
  readonly other: string;
}

/**
 * Measures a suite with both builds in turns, each time in a process of its own. The order changes from round to round, because the second
 * one starts on a machine that the first one has warmed up.
 */
export async function compareSuite(
  suite: Suite,
  other: OtherBuild,
  data: DataFolders,
  { rounds, quick }: { readonly rounds: number; readonly quick: boolean },
  say: (line: string) => void,
): Promise<Round[]> {
  const common = ['--suite', suite.name, '--json', ...(quick ? ['--quick'] : [])];
  const measureOwn = () => measure(PACKAGE_ROOT, [...common, '--data', data.own, '--build', PACKAGE_ROOT]);
  const measureOther = () =>
    suite.inProcess
      ? measure(other.root, [...common, '--data', data.other])
      : measure(PACKAGE_ROOT, [...common, '--data', data.other, '--build', other.root]);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    say(`  round ${round + 1} of ${rounds}`);
    if (round % 2 === 0) {
      const figures = await measureOther();
      measured.push({ other: figures, own: await measureOwn() });
    } else {
      const figures = await measureOwn();
      measured.push({ own: figures, other: await measureOther() });
    }
  }
  return measured;
}

async function measure(root: string, args: readonly string[]): Promise<Figure[]> {
  const output = await outputOf(process.execPath, [join(root, BENCH), ...args], root);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Figure);
}
