/** Builds the training build into a folder, in the file layout of every game build: `node build.mjs FOLDER`. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { BROWSERS, compressFiles } from '../build-settings.mjs';
import { compactCoastlinePlugin } from './compact-coastline.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const outDir = resolve(process.argv[2]);
const SIGNATURE = 'UnityWebData1.0\0';

mkdirSync(outDir, { recursive: true });
const code = join(outDir, 'Build.wasm');
const { status } = spawnSync(process.execPath, [join(folder, 'compile-flight-module.mjs'), code], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const moduleHash = createHash('sha256').update(readFileSync(code)).digest('hex');
await buildScript('framework-entry.ts', 'Build.framework.js', { fileName: 'third-party-notices.md' });
// contains only our own code
await buildScript('loader.ts', 'Build.loader.js', false);
await compressFiles(outDir);
// Written last, so that a reader that finds it finds all four files.
writeFileSync(join(outDir, 'Build.data'), emptyData());

/** Builds a classic script, because the page and the loader add it as one. */
async function buildScript(entry, fileName, license) {
  await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), compactCoastlinePlugin],
    define: {
      'process.env.NODE_ENV': '"production"',
      FLIGHT_MODULE_HASH: JSON.stringify(moduleHash),
    },
    build: {
      outDir,
      emptyOutDir: false,
      license,
      chunkSizeWarningLimit: 2_000,
      // The coastline takes a second, so every start would log a report of it.
      rolldownOptions: { checks: { bundlerTimings: false } },
      target: BROWSERS,
      cssTarget: BROWSERS,
      lib: { entry: join(folder, entry), formats: ['iife'], name: 'TrainingBuild', fileName: () => fileName },
    },
  });
}

/** Returns an empty container of the data file: signature and header length. */
function emptyData() {
  const signature = Buffer.from(SIGNATURE);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signature.length + length.length);
  return Buffer.concat([signature, length]);
}
