/**
 * Keeps the flight module and the numbers of its scenarios, so that the platform can fly recordings again:
 * `node web/training-build/keep-flight-module.mjs`. Run it after a change of the module or of a scenario. A module that has shipped is
 * never removed; one that has not may be deleted.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { runnerImport } from 'vite';

const folder = dirname(fileURLToPath(import.meta.url));
const kept = join(folder, '../../api/features/scores/verify-flights/kept');

const made = mkdtempSync(join(tmpdir(), 'ready-room-kept-'));
const compiled = join(made, 'module.wasm');
const compiler = join(folder, 'compile-flight-module.mjs');
const { status } = spawnSync(process.execPath, [compiler, compiled], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const module = readFileSync(compiled);
rmSync(made, { recursive: true });

const { scenarios } = await load('flight/scenarios.ts');
const { encodeScenario } = await load('flight/encoding.ts');
const { SCENARIO_SIZE } = await load('flight-module/layout.ts');

const file = join(kept, createHash('sha256').update(module).digest('hex'));
const numbers = existsSync(`${file}.json`) ? JSON.parse(readFileSync(`${file}.json`, 'utf8')) : {};
for (const scenario of scenarios) {
  const block = new Float64Array(SCENARIO_SIZE);
  encodeScenario(scenario, block);
  // Numbers that have shipped are never changed: a changed scenario needs a new version.
  numbers[scenario.scenarioId] = { [scenario.version]: [...block], ...numbers[scenario.scenarioId] };
}
mkdirSync(kept, { recursive: true });
writeFileSync(`${file}.wasm`, module);
const { code } = await format(`${file}.json`, JSON.stringify(numbers), { printWidth: 120 });
writeFileSync(`${file}.json`, code);

async function load(path) {
  const { module } = await runnerImport(join(folder, path), { configFile: false, logLevel: 'warn' });
  return module;
}
