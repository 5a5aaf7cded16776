import type { Page } from 'playwright-core';

/** Counts possible frames. A string, because it runs in the browser, whose types the server does not have. */
export const framesPerSecond = (page: Page, seconds: number): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    let frames = 0;
    requestAnimationFrame(function count(now) {
      frames += 1;
      if (now - began < ${seconds * 1_000}) requestAnimationFrame(count);
      else resolve((frames * 1000) / (now - began));
    });
  })`);
