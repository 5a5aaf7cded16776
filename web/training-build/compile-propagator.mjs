/** Compiles the propagator to WebAssembly: `node compile-propagator.mjs FILE`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const folder = dirname(fileURLToPath(import.meta.url));
const { error, stderr } = await main([
  join(folder, 'propagator', 'relative-motion.ts'),
  '--outFile',
  process.argv[2],
  // The code allocates nothing and has nobody to tell of a failure.
  '--optimizeLevel',
  '3',
  '--runtime',
  'stub',
  '--noAssert',
  '--use',
  'abort=',
]);
if (error) {
  console.error(String(stderr));
  process.exit(1);
}
