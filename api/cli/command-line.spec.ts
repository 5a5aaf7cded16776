import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';
import { runCli } from './run-cli.js';

/** Output of a command line, and its exit code. */
async function cli(command: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runCli(command.split(' '), terminal, { PORT: 'many' });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('help and version, with any settings', () => {
  it.each([
    ['--help', /^Usage: npm run cli -- .*Exit codes:/s],
    ['help', /^Usage: npm run cli -- .*Exit codes:/s],
    ['help help', /^Usage: npm run cli -- .*Exit codes:/s],
    ['projections help', /^Usage: npm run cli -- projections .* rebuild /s],
    ['projections help rebuild', /^Usage: npm run cli -- projections rebuild /s],
    ['help backup', /^Usage: npm run cli -- backup .* --keys /s],
    ['help dead-letters replay job', /^Usage: npm run cli -- dead-letters replay job /],
    ['dead-letters replay job --help', /^Usage: npm run cli -- dead-letters replay job /],
    ['restore -h', /^Usage: npm run cli -- restore .* --check /s],
    ['--version', /^\d+\.\d+\.\d+$/],
    ['privacy erase --version', /^\d+\.\d+\.\d+$/],
  ])('are printed by %s', async (command, text) => {
    const { code, out, err } = await cli(command);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(text);
  });

  it.each([
    ['help bakup', /^Unknown command 'bakup'\. Did you mean backup\?\nList the commands/],
    ['help projections lst', /^Unknown command 'lst'\. Did you mean list\?\nList the commands/],
    ['projections help lst', /^Unknown command 'lst'\. Did you mean list\?\nList the commands/],
    ['help dead-letters replay jib', /^Unknown command 'jib'\. Did you mean job\?\nList the commands/],
    ['help xylophone', /^Unknown command 'xylophone'\.\nList the commands/],
    ['privacy export help', /^PORT: /],
  ])('are not printed by %s, which names the error', async (command, sentence) => {
    const { code, out, err } = await cli(command);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(sentence);
  });
});

it('has the exit codes of the operations guide', async () => {
  const guide = readFileSync(join(PACKAGE_ROOT, 'docs', 'operations.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (\d) +\| (.*?) +\|$/gm)].map(([, code, meaning]) => `  ${code}  ${meaning}`);
  expect(rows).toHaveLength(4);
  expect((await cli('--help')).out).toContain(`Exit codes:\n${rows.join('\n')}`);
});
