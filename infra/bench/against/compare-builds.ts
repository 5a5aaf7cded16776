import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BenchOptions } from '../options.js';
import { makeDataDir } from '../environment/data-dir.js';
import { wasInterrupted } from '../environment/interruption.js';
import type { Suite } from '../suite.js';
import { type ComparedFigure, pairFigures, printComparison } from './compared-figure.js';
import { compareSuite, type DataFolders } from './compare-suite.js';
import { buildCommit, type OtherBuild } from './other-build.js';

interface Comparison extends Pick<BenchOptions, 'json' | 'quick' | 'data' | 'rounds'> {
  readonly against: string;
}

/** Measures this build and another commit in turns, and prints every figure of both with its ratio. */
export async function compareBuilds(
  suites: readonly Suite[],
  { against, data, json, quick, rounds }: Comparison,
  say: (line: string) => void,
): Promise<void> {
  say(`Checking out and building ${against}`);
  const other = await buildCommit(against, data);
  try {
    const folders = await dataFolders(other, data);
    try {
      for (const suite of suites) {
        say(`\n${suite.name}`);
        const figures = await compared(suite, other, folders, { rounds, quick }, say);
        print(other, figures, json);
      }
    } finally {
      await folders.remove();
    }
  } finally {
    await other.remove();
  }
}

/** A suite that fails with one of the builds does not lose the figures of other suites. */
async function compared(...[suite, ...rest]: Parameters<typeof compareSuite>): Promise<ComparedFigure[]> {
  try {
    return pairFigures(suite.name, await compareSuite(suite, ...rest));
  } catch (error) {
    if (wasInterrupted()) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
    return [];
  }
}

async function dataFolders({ commit }: OtherBuild, keep: string | undefined): Promise<DataFolders & Removable> {
  if (keep !== undefined) {
    const [own, other] = ['data', `data-${commit}`].map((name) => join(resolve(keep), name));
    for (const folder of [own!, other!]) await mkdir(folder, { recursive: true });
    return { own: own!, other: other!, remove: async () => undefined };
  }
  const [own, other] = [await makeDataDir('own'), await makeDataDir('other')];
  const remove = async (): Promise<void> => void (await Promise.all([own.remove(), other.remove()]));
  return { own: own.dataDir, other: other.dataDir, remove };
}

interface Removable {
  remove(): Promise<void>;
}

function print({ commit }: OtherBuild, figures: readonly ComparedFigure[], json: boolean): void {
  if (json) for (const figure of figures) console.log(JSON.stringify(figure));
  else if (figures.length > 0) console.log(printComparison(commit, figures));
}
