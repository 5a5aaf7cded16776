import { waitFor } from '@testing-library/react';
import type { PlayedClass } from '../bridge/bridge.js';
import { FIRST_CLASS, playedClass, SECOND_CLASS } from '../testing/open-game.js';
import { classChange, ClassWatch, countsFor } from './played-class.js';

const NONE = playedClass();
const FIRST = playedClass(FIRST_CLASS);
const SECOND = playedClass(SECOND_CLASS);
const BOTH = playedClass(SECOND_CLASS, FIRST_CLASS);

/** A class watch whose platform responses the test controls. */
function setUp() {
  let answer: (played: PlayedClass) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const watch = new ClassWatch({
    playedClass: () => new Promise((resolve, reject) => ([answer, fail] = [resolve, reject])),
  });
  let send: (played: PlayedClass) => void = () => {};
  const stop = watch.follow({
    watchClass(listener) {
      send = listener;
      return () => (send = () => {});
    },
  });
  return {
    watch,
    stop,
    send: (played: PlayedClass) => send(played),
    answer: (played: PlayedClass) => answer(played),
    fail: () => fail(new Error('away')),
  };
}

describe('the class at the start of an attempt', () => {
  it("is the platform's answer, whatever the page sent before", async () => {
    const { watch, send, answer } = setUp();
    send(FIRST);
    const reading = watch.read();
    answer(SECOND);
    expect(await reading).toEqual(SECOND);
    expect(watch.current()).toEqual(SECOND);
  });

  it('is the class sent by the page while the platform still returns an older class', async () => {
    const { watch, send, answer } = setUp();
    const reading = watch.read();
    send(SECOND);
    answer(FIRST);
    expect(await reading).toEqual(SECOND);
  });

  it("is the platform's newest answer, even if an older one arrives later", async () => {
    const answers: ((played: PlayedClass) => void)[] = [];
    const watch = new ClassWatch({ playedClass: () => new Promise((resolve) => answers.push(resolve)) });
    const [older, newer] = [watch.read(), watch.read()];
    answers[1]!(SECOND);
    await newer;
    answers[0]!(FIRST);
    await older;
    expect(watch.current()).toEqual(SECOND);
  });

  it('is the last known class when the platform fails, and none if no class is known', async () => {
    const { watch, send, fail } = setUp();
    fail();
    const first = watch.read();
    fail();
    expect(await first).toBeNull();
    expect(watch.current()).toBeNull();
    send(FIRST);
    const second = watch.read();
    fail();
    expect(await second).toEqual(FIRST);
  });

  it('is the last known class after a second without an answer; the answer is kept for the next attempt', async () => {
    jest.useFakeTimers();
    const { watch, send, answer } = setUp();
    send(FIRST);
    const reading = watch.read();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual(FIRST);
    jest.useRealTimers();
    answer(SECOND);
    await waitFor(() => expect(watch.current()).toEqual(SECOND));
  });
});

it('notifies listeners of classes sent by the page, until it is stopped', () => {
  const { watch, send, stop } = setUp();
  const received: (PlayedClass | null | undefined)[] = [];
  watch.subscribe(() => received.push(watch.current()));
  send(FIRST);
  stop();
  send(SECOND);
  expect(received).toEqual([FIRST]);
});

it('names the class that an attempt counts for', () => {
  expect(countsFor(FIRST)).toBe('Results count for Operations 101 - Class 1.');
  expect([countsFor(NONE), countsFor(null)]).toEqual(Array(2).fill('Practice: no class is running.'));
});

it.each([
  ['the same class', FIRST, FIRST, null],
  ['still no class', null, NONE, null],
  [
    'another class while the first still runs',
    FIRST,
    BOTH,
    'Results now go to Operations 101 - Class 2. This flight still counts for Operations 101 - Class 1.',
  ],
  [
    'another class after the end of the first',
    FIRST,
    SECOND,
    'Operations 101 - Class 1 has ended, or you have left it. This flight no longer counts. The next one counts for Operations 101 - Class 2.',
  ],
  [
    'the end of the class',
    FIRST,
    NONE,
    'Operations 101 - Class 1 has ended, or you have left it. This flight no longer counts.',
  ],
  [
    'a class during practice',
    NONE,
    SECOND,
    'Results now go to Operations 101 - Class 2. This flight is still practice.',
  ],
])('describes what %s means for a flight', (_, counts, now, expected) => {
  expect(classChange(counts, now, 'flight')).toBe(expected);
});
