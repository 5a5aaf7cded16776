import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import { type Figure, figure } from '../../bench/figure.js';

/** Runs a command beside a platform. @returns its output, however it exits */
export function runCli(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...settings };
  return new Promise((resolve) => {
    const args = [join(PACKAGE_ROOT, 'dist/api/cli.js'), ...words];
    execFile(process.execPath, args, { cwd: PACKAGE_ROOT, env }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** Folds the log again and counts the tables of read models with different content. */
export async function differingReadModels(settings: Readonly<Record<string, string>>): Promise<Figure> {
  const said = await runCli(['projections', 'verify'], settings);
  const verdicts = said.match(/^(same|DIFFERS) /gm);
  if (!verdicts) throw new Error(`The read models were not compared: ${said}`);
  const different = verdicts.filter((verdict) => verdict.startsWith('DIFFERS')).length;
  return figure('read models that differ from the log', different, `of ${verdicts.length}`, { atMost: 0 });
}
