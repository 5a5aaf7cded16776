import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Propagator, type RelativeMotion, wasmPropagator } from '../flight/propagator.js';

const ROOT = join(__dirname, '..', '..', '..');

/** The propagator as it is shipped, compiled for this test. */
export async function compilePropagator(): Promise<Propagator> {
  const folder = mkdtempSync(join(tmpdir(), 'propagator-'));
  const file = join(folder, 'propagator.wasm');
  const { status, stderr } = spawnSync(process.execPath, [
    join(ROOT, 'web/training-build/compile-propagator.mjs'),
    file,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  rmSync(folder, { recursive: true });
  return wasmPropagator(instance.exports as unknown as RelativeMotion);
}
