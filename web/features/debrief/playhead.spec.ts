import { createPlayhead } from './playhead.js';

/** Frames that the test renders. */
function testFrames() {
  let waiting: ((now: number) => void) | null = null;
  return {
    request(run: (now: number) => void) {
      waiting = run;
      return 1;
    },
    cancel: () => void (waiting = null),
    render: (now: number) => waiting?.(now),
    isWaiting: () => waiting !== null,
  };
}

it('plays at its speed and pauses at the end', () => {
  const frames = testFrames();
  const playhead = createPlayhead({ offset: 0, length: 1_000 }, frames);
  playhead.setSpeed(10);
  playhead.play();
  for (const now of [5_000, 5_016, 5_032]) frames.render(now);
  expect(playhead.get()).toMatchObject({ offset: 320, isPlaying: true });
  frames.render(6_000);
  expect(playhead.get()).toMatchObject({ offset: 1_000, isPlaying: false, isAtEnd: true });
  expect(frames.isWaiting()).toBe(false);
});

it('plays again from the start when it is at the end', () => {
  const playhead = createPlayhead({ offset: 1_000, length: 1_000 }, testFrames());
  playhead.play();
  expect(playhead.get()).toMatchObject({ offset: 0, isPlaying: true });
});

it('follows the end of a running class until it is moved away', () => {
  const playhead = createPlayhead({ offset: 1_000, length: 1_000 }, testFrames());
  playhead.setLength(2_000);
  expect(playhead.get().offset).toBe(2_000);
  playhead.seek(500);
  playhead.setLength(3_000);
  expect(playhead.get()).toMatchObject({ offset: 500, isAtEnd: false });
});

it('stays between the ends', () => {
  const playhead = createPlayhead({ offset: 0, length: 1_000 }, testFrames());
  playhead.seek(-50);
  expect(playhead.get().offset).toBe(0);
  playhead.seek(5_000);
  expect(playhead.get()).toMatchObject({ offset: 1_000, isAtEnd: true });
});

it('pauses and moves in one change, without showing the former offset again', () => {
  const frames = testFrames();
  const playhead = createPlayhead({ offset: 100, length: 1_000 }, frames);
  playhead.play();
  const seen: number[] = [];
  playhead.subscribe(() => seen.push(playhead.get().offset));
  playhead.jumpTo(700);
  expect(seen).toEqual([700]);
  expect(playhead.get().isPlaying).toBe(false);
  expect(frames.isWaiting()).toBe(false);
});
