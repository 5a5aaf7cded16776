import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../bench/figure.js';
import { printFaultReport, REPORT_FILE, reportFault } from './fault-report.js';

describe('the report of faults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fault-report-'));
  const file = join(folder, 'report.jsonl');
  const before = process.env[REPORT_FILE];

  afterAll(() => {
    if (before === undefined) delete process.env[REPORT_FILE];
    else process.env[REPORT_FILE] = before;
    rmSync(folder, { recursive: true });
  });

  it('is written only on request', () => {
    delete process.env[REPORT_FILE];
    expect(() => reportFault({ fault: 'a kill', control: null, figures: [] })).not.toThrow();
  });

  it('names each figure, its goal, and its value without the protection', () => {
    process.env[REPORT_FILE] = file;
    const lost = (count: number) => figure('lost', count, 'scores', { atMost: 0 });
    const slow = figure('longest answer', 6, 's', { atMost: 5 });
    reportFault({ fault: 'a kill', control: null, figures: [lost(0), slow] });
    reportFault({ fault: 'a kill', control: 'nothing is flushed', figures: [lost(38)] });
    reportFault({ fault: 'a storm', control: null, figures: [figure('back', 3, 's')] });
    const table = printFaultReport(readFileSync(file, 'utf8'));
    expect(table.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['fault', 'figure', 'goal', 'measured', 'control', 'measured'],
      ['a kill', 'lost', '≤ 0 scores', '0 scores', 'met', 'nothing is flushed', '38 scores', 'red'],
      ['longest answer', '≤ 5 s', '6 s', 'MISSED'],
      ['a storm', 'back', '3 s', 'none'],
    ]);
  });
});
