/** @jest-environment node */
import { hasWebkit, openWebkit } from '../testing/drivers/webkit-driver.js';
import { testJourneys } from '../testing/journeys.js';

const withWebkit = hasWebkit() ? describe : describe.skip;

withWebkit('the main journeys, in WebKit (needs webkit2gtk-driver and xvfb)', () => {
  testJourneys(openWebkit);
});
