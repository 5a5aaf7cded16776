import { figure } from '../figure.js';
import type { Suite } from '../suite.js';
import { filesOfPage, kilobytesOf, scriptsOf, viewersOwnScripts } from './bundle-files.js';
import { slowLine } from './slow-line.js';

/** Measures the size of the code before a user can sign in or play, and its loading time on a slow connection. */
export const webProgram: Suite = {
  name: 'web-program',
  run: async ({ say }) => [
    figure('script of the login page, gzip', kilobytesOf(scriptsOf(filesOfPage('/'))), 'kB', { atMost: 110 }),
    figure("the viewer's own script, gzip", kilobytesOf(viewersOwnScripts()), 'kB', { atMost: 60 }),
    ...(await slowLine(say)),
  ],
};
