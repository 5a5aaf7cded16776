import { ApiClient } from '../../simulate/api-client.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite, SuiteContext } from '../suite.js';
import { framesUnderChanges } from './frames.js';
import { openingAndOutage } from './outage.js';
import { type TimedAnswer, timedGet } from '../environment/timed-get.js';

const TIMES = 15;

/** The gradebook of 500 students and 60 scenarios: how long the server works for it, and how smoothly a browser shows it. */
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
  const headers = { 'x-auth-token': await client.token() };
  const cold = await inARow(() => timedGet(address, headers), 200);
  const { etag = '' } = cold[0]!.headers;
  const known = await inARow(() => timedGet(address, { ...headers, 'if-none-match': etag }), 304);
  say(
    `Gradebook: ${(cold[0]!.bytes / 1e6).toFixed(1)} MB of JSON; times are medians of ${TIMES} in a row, to the first byte of the answer`,
  );
  return [
    figure('gradebook 500 × 60, cold', median(cold.map(({ began }) => began)), 'ms', { atMost: 60 }),
    figure('  until the last byte', median(cold.map(({ ended }) => ended)), 'ms'),
    figure('gradebook 500 × 60, conditional', median(known.map(({ ended }) => ended)), 'ms', { atMost: 60 }),
  ];
}

async function inARow(ask: () => Promise<TimedAnswer>, status: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    const answer = await ask();
    if (answer.status !== status) throw new Error(`The gradebook answered ${answer.status} instead of ${status}.`);
    answers.push(answer);
  }
  return answers;
}
