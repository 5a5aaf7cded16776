/** Compiles the flight module to WebAssembly: `node compile-flight-module.mjs FILE`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const folder = dirname(fileURLToPath(import.meta.url));
const { error, stderr } = await main([
  join(folder, 'flight-module', 'flight-module.ts'),
  '--outFile',
  process.argv[2],
  // The module has no imports, so it has no function that reports failed assertions.
  '--optimizeLevel',
  '3',
  '--runtime',
  'stub',
  '--noAssert',
  '--use',
  'abort=',
]);
if (error) {
  console.error(stderr.toString());
  process.exit(1);
}
