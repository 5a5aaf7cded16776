/** Build settings that the web and the training build share. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * The oldest supported browsers, for scripts and styles: Safari 16.4, Firefox ESR, and the Chromium and Edge of two years ago. The README
 * lists them; `public/old-browser.js` rejects older ones.
 */
export const BROWSERS = ['safari16.4', 'firefox140', 'chrome131', 'edge131'];

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|md|wasm|txt)$/;
const SMALLEST_BYTES = 512;

/** Writes a Brotli and a gzip copy of each compressible file in a build folder. */
export async function compressFiles(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))));
}

async function compress(path) {
  const content = await readFile(path);
  if (content.length < SMALLEST_BYTES) return;
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
