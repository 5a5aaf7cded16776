import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../figure.js';
import { fullNames, readRecord, record } from './record.js';

const TODAY = new Date('2026-11-21T12:00:00Z');

describe('the record of all figures', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bench-record-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is empty before the first measurement', async () => {
    expect(await readRecord(join(folder, 'nowhere'))).toEqual([]);
  });

  it('keeps the last figures of each suite and removes figures that it no longer measures', async () => {
    await record(folder, 'start', [figure('start', 1, 's')], TODAY);
    await record(folder, 'live', [figure('p50', 100, 'ms'), figure('p99', 200, 'ms')], TODAY);
    await record(folder, 'live', [figure('p50', 90, 'ms')], TODAY);
    const kept = await readRecord(folder);
    expect(kept.map(({ suite, name, value, on }) => [suite, name, value, on])).toEqual([
      ['start', 'start', 1, '2026-11-21'],
      ['live', 'p50', 90, '2026-11-21'],
    ]);
    expect(Object.keys(kept[0]!.machine)).toEqual(['cores', 'memoryGb']);
  });

  it('names a part after the figure to which it belongs', () => {
    const names = fullNames([figure('scores', 1, '/s'), figure('  p50', 1, 'ms'), figure('  p99', 1, 'ms')]);
    expect(names.map(({ name }) => name)).toEqual(['scores', 'scores: p50', 'scores: p99']);
  });
});
