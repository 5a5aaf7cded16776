import { ApiClient } from '../../simulate/api-client.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite, SuiteContext } from '../suite.js';
import { framesUnderChanges } from './frames.js';
import { openingAndOutage } from './outage.js';
import { timedGets } from '../environment/timed-get.js';

/** Code of a process that has just started is not compiled yet. */
const WARM_UP = 25;
const TIMES = 15;

/** Measures the gradebook of 500 students and 60 scenarios: the server's time, and the frame rate in a browser. */
export const gradebook: Suite = {
  name: 'gradebook',
  async run(context) {
    const environment = await context.environment();
    const platform = await environment.start();
    try {
      const answers = await serverTimes(platform.url, context);
      const frames = await framesUnderChanges(platform.url, environment.fixture, context.say);
      const pages = await openingAndOutage(platform.url, environment.fixture, context.say);
      return [...answers, ...frames, ...pages];
    } finally {
      await platform.stop();
    }
  },
};

async function serverTimes(url: string, { say, environment }: SuiteContext): Promise<Figure[]> {
  const { fixture } = await environment();
  const client = new ApiClient(url, fixture.accounts.instructor);
  const address = `${url}/api/sessions/${fixture.sessionId}/gradebook`;
  // As browsers send it over HTTPS.
  const headers = { 'x-auth-token': await client.token(), 'accept-encoding': 'gzip, br' };
  await timedGets(WARM_UP, address, headers);
  const cold = await timedGets(TIMES, address, headers);
  const { etag = '' } = cold[0]!.headers;
  const known = await timedGets(TIMES, address, { ...headers, 'if-none-match': etag }, 304);
  say(`Times are medians of ${TIMES} in a row after ${WARM_UP} that are not counted, to the first byte of the answer`);
  return [
    figure('gradebook 500 × 60, cold', median(cold.map(({ began }) => began)), 'ms', { atMost: 15 }),
    figure('  until the last byte', median(cold.map(({ ended }) => ended)), 'ms'),
    figure('  compressed', cold[0]!.bytes / 1e3, 'kB', { atMost: 100 }),
    figure('gradebook 500 × 60, conditional', median(known.map(({ ended }) => ended)), 'ms', { atMost: 60 }),
  ];
}
