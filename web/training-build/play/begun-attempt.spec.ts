import { BegunAttempt } from './begun-attempt.js';

const ticketed = { attemptId: '0198c0de-0001-7000-8000-00000000aaaa', ticket: 'a ticket' };

it('has the attempt id and the ticket that the platform sent', async () => {
  const asked: unknown[] = [];
  const beginAttempt = async (...parameters: unknown[]) => {
    asked.push(parameters);
    return ticketed;
  };
  const begun = new BegunAttempt({ beginAttempt }, 'scenario', 'class');
  await Promise.resolve();
  expect(begun.identity).toEqual(ticketed);
  expect(asked).toEqual([['scenario', 'class']]);
});

it('has an id of its own and no ticket while the platform does not answer, and when it refuses', async () => {
  const waiting = new BegunAttempt({ beginAttempt: () => new Promise(() => undefined) }, 'scenario', null);
  const refused = new BegunAttempt({ beginAttempt: () => Promise.reject(new Error('offline')) }, 'scenario', null);
  await Promise.resolve();
  for (const { identity } of [waiting, refused]) {
    expect(identity).toEqual({ attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  }
});
