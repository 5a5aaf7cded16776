import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeDiskBytes } from './node-vitals.js';

const folder = mkdtempSync(join(tmpdir(), 'ready-room-free-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('returns the free space for a folder that does not exist', async () => {
  expect(await freeDiskBytes(folder)).toBeGreaterThan(0);
  expect(await freeDiskBytes(join(folder, 'not', 'made'))).toBeGreaterThan(0);
});

it('rejects on any other error', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(freeDiskBytes(join(folder, 'file', 'in'))).rejects.toThrow(/ENOTDIR/);
});
