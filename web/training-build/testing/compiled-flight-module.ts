import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlightModule, type FlightModuleExports } from '../flight/flight-module.js';

const SOURCES = join(__dirname, '../flight-module');
const COMPILER = join(__dirname, '../compile-flight-module.mjs');
const COMPILER_VERSION = join(__dirname, '../../../node_modules/assemblyscript/package.json');
const CACHE = join(tmpdir(), 'ready-room-flight-modules');

/** Returns the bytes of the shipped flight module. Compiled once for all specs, and again when its sources change. */
export function flightModuleBytes(): Uint8Array<ArrayBuffer> {
  const file = join(CACHE, `${hashOfSources()}.wasm`);
  if (!existsSync(file)) compile(file);
  return new Uint8Array(readFileSync(file));
}

/** Returns the shipped flight module. */
export function compiledFlightModule(): FlightModule {
  const bytes = flightModuleBytes();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
  return new FlightModule(exports as unknown as FlightModuleExports, createHash('sha256').update(bytes).digest('hex'));
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(SOURCES).toSorted();
  for (const file of [...sources.map((name) => join(SOURCES, name)), COMPILER, COMPILER_VERSION])
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

/** Renames the file when it is complete, because specs in other processes read the cache at the same time. */
function compile(file: string): void {
  mkdirSync(CACHE, { recursive: true });
  const made = join(mkdtempSync(join(CACHE, 'compiling-')), 'flight-module.wasm');
  const { status, stderr } = spawnSync(process.execPath, [COMPILER, made]);
  if (status !== 0) throw new Error(String(stderr));
  renameSync(made, file);
}
