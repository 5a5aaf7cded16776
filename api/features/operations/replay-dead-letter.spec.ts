import type { DeadLetterSources } from './list-dead-letters.js';
import { replayDeadLetter } from './replay-dead-letter.js';

/** Returns the sources that a job needs: only its queue. */
const sources = (jobs: DeadLetterSources['jobs']) => ({ jobs }) as Parameters<typeof replayDeadLetter>[0];

it.each([
  ['is unreachable', () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:6379'))],
  ['does not respond', () => new Promise<never>(() => undefined)],
])('asks to try again later while the job store %s', async (_, jobs) => {
  await expect(replayDeadLetter(sources(jobs), { kind: 'job', id: 'mail-1' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    retryAfterSeconds: 5,
    message: 'The job store does not respond. Try again in a moment.',
  });
});
