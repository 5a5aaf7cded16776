import { figure } from '../figure.js';
import type { Suite } from '../suite.js';
import { filesOfPage, kilobytesOf, scriptsOf, viewersOwnScripts } from './bundle-files.js';
import { slowLine } from './slow-line.js';

/** What a browser loads before somebody can sign in or play, and how long that takes on a slow line. */
export const webProgram: Suite = {
  name: 'web-program',
  run: async ({ say }) => [
    figure('script of the login page, gzip', kilobytesOf(scriptsOf(filesOfPage('/'))), 'kB', { atMost: 110 }),
    figure("the viewer's own script, gzip", kilobytesOf(viewersOwnScripts()), 'kB', { atMost: 60 }),
    ...(await slowLine(say)),
  ],
};
