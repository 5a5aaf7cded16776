import type { Suite } from '../suite.js';
import { foldFigures } from './fold-figures.js';
import { largeRecording } from './large-recording.js';
import { pageFigures } from './page-figures.js';

/** Measures the debrief of 500 students, 60 scenarios and three attempts each: the fold, and the page in a browser. */
export const debrief: Suite = {
  name: 'debrief',
  async run({ environment, say }) {
    const { fixture, start } = await environment();
    const recording = largeRecording({ id: fixture.sessionId });
    const platform = await start();
    try {
      return [...foldFigures(recording), ...(await pageFigures(platform.url, fixture, recording, say))];
    } finally {
      await platform.stop();
    }
  },
};
