import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BROWSERS, compressFiles } from './build-settings.mjs';
import { routePages } from './route-pages.mjs';

const inWeb = (path) => fileURLToPath(new URL(path, import.meta.url));
const outDir = inWeb('../dist/web');
const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** Form validation: needed by dialogs, and not by most pages without a dialog. */
const FORMS =
  /node_modules\/(zod|react-hook-form|@hookform)\/|web\/shared\/forms\/(form-fields|use-(edited-fields|schema-form))|\.contract\.ts/;

/** Texts of a feature, which other features do not need. */
const TEXTS = /web\/features\/.*\.messages\.tsx?$/;

/** Pages with a table have no grid, and the other way round. */
const GRIDS = /node_modules\/@tanstack\/(virtual-core|react-virtual)\/|web\/shared\/grid\//;
const TABLES = /@mui\/material\/(Table|Chip|LinearProgress)|web\/shared\/ui\/(data-table|chip|seat-bar)/;

/** The fold of recordings, which only the views of a debrief need. */
const DEBRIEF = /contracts\/(debrief|recording\.rule|moment\.rule|removed-scenarios)|web\/features\/debrief\//;

/** The chart and the report of a debrief are loaded when they are shown. */
const LATER =
  /features\/debrief\/(components\/(progress-view|report-(page|m|s|t)|report\.)|recorded-progress|timeline-bars|report\.messages)|contracts\/debrief-(report|help|moments)/;

/** The window for the room, which is a page of its own. */
const ROOM =
  /features\/debrief\/(components\/room-(bar|lanes|page)|nameless-recording|room-markers|use-room-(follow|recording))/;

/** Bookmarks and quizzes, which several views of a class share and other pages do not need. */
const BOOKMARKS = /features\/recording\/(bookmark-key|bookmarks\.(api|messages)|components\/add-bookmark)/;
const QUIZZES = /contracts\/(quiz|item)-|web\/features\/quiz-responses\//;

/** The focus in lists whose entries disappear, which few pages have. */
const LISTS = /web\/shared\/ui\/list-focus/;

const OWN = [FORMS, TEXTS, GRIDS, TABLES, DEBRIEF, LATER, BOOKMARKS, QUIZZES, LISTS];
const COMMON = { test: (id) => !OWN.some((own) => own.test(id)), minShareCount: 4 };

/** Nodes send these copies; see `sendFile` of the API. */
const compressedCopies = {
  name: 'compressed-copies',
  apply: 'build',
  closeBundle: { order: 'post', handler: () => compressFiles(outDir) },
};

export default defineConfig({
  root: inWeb('.'),
  plugins: [react(), routePages({ router: inWeb('app/router.tsx'), paths: inWeb('app/paths.ts') }), compressedCopies],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // required by the licences of the bundled packages; index.html links it
    license: { fileName: 'third-party-notices.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file loads faster than many small ones: each is compressed separately and listed in the preload list.
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
              priority: 5,
            },
            {
              name: 'entry',
              test: /vite\/modulepreload-polyfill|web\/(main\.tsx|app\/routes\/login-route|shared\/(ui\/(entry-|link-|loading|notice-line|password-hint|submit-|text-button)|use-field-errors))/,
              priority: 4,
            },
            {
              name: 'parts',
              // The levels are needed without the forms whose contracts import them.
              test: /web\/shared\/(lazy\/|new-id|forms\/(use-send-once|use-submission))|contracts\/result-level\.rule/,
              priority: 3,
            },
            { name: 'shell', test: /web\/app\/layouts\/signed-in/, priority: 3 },
            { name: 'charts', test: /node_modules\/(recharts|victory-vendor|@reduxjs|d3-)/, priority: 2 },
            { name: 'courses', test: /features\/courses\/(courses\.messages|use-follow-courses)/, priority: 0.5 },
            { name: 'releases', test: /web\/shared\/releases\//, priority: 0.6 },
            { name: 'bookmarks', test: BOOKMARKS, priority: 0.7 },
            {
              name: 'debrief',
              test: (id) => DEBRIEF.test(id) && !LATER.test(id) && !ROOM.test(id),
              priority: 0,
            },
            { name: 'common', ...COMMON, priority: 1 },
            { name: 'grids', test: GRIDS, priority: 0 },
            { name: 'tables', test: TABLES, priority: 0 },
            { name: 'forms', test: FORMS, priority: 0 },
          ],
        },
      },
    },
    target: BROWSERS,
    cssTarget: BROWSERS,
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/config.json': api, '/unitybuild': api, '/socket.io': { target: api, ws: true } },
  },
});
