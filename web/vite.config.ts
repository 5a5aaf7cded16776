import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
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
    // light-dark() and relative colours carry the theme, see app/theme.css
    cssTarget: ['chrome125', 'edge125', 'firefox128', 'safari18'],
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/config.json': api, '/socket.io': { target: api, ws: true } },
  },
});
