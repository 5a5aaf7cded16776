import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BROWSERS, compressFiles } from './build-settings.mjs';

const outDir = fileURLToPath(new URL('../dist/web', import.meta.url));
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Nodes send the copies, see `sendFile` of the API. */
const compressedCopies = {
  name: 'compressed-copies',
  apply: 'build',
  closeBundle: { order: 'post', handler: () => compressFiles(outDir) },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), compressedCopies],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // what the licences of the bundled packages ask for; index.html links it
    license: { fileName: 'third-party-notices.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // many small files are more to load than one: each is compressed for itself and named in the list of all
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 2,
            },
            {
              name: 'entry-parts',
              test: /web\/shared\/(ui\/(entry-|field-frame|link-list|loading|notice-line|submit-|text-button|text-input)|use-field-errors)/,
            },
            {
              name: 'page-parts',
              test: /web\/shared\/(ui\/(page\.|table-skeleton|empty-note|select-field)|use-search-in-url|use-text-ahead)/,
            },
          ],
        },
      },
    },
    target: BROWSERS,
    cssTarget: BROWSERS,
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/config.json': api, '/socket.io': { target: api, ws: true } },
  },
});
