import { fakeAudio } from '../testing/fake-audio.js';
import { Sound } from './sound.js';

/** Waits until promises for the browser's permission to play have settled. */
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
};

afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
  delete (window as { AudioContext?: unknown }).AudioContext;
});

/** Returns a sound that is on and has not played yet. */
async function switchedOn() {
  const audio = fakeAudio();
  const sound = new Sound('ann');
  sound.switchTo(true);
  await settled();
  audio.played.length = 0;
  return { ...audio, sound };
}

it('is off by default, and opens no audio device then', async () => {
  const { played, contexts } = fakeAudio();
  const sound = new Sound('ann');
  sound.burn(1);
  sound.warn();
  sound.tick();
  await settled();
  expect([sound.read(), played, contexts()]).toEqual([false, [], 0]);
});

it('stores the setting of each person', () => {
  fakeAudio();
  new Sound('ann').switchTo(true);
  expect([new Sound('ann').read(), new Sound('bob').read()]).toEqual([true, false]);
  new Sound('ann').switchTo(false);
  expect(new Sound('ann').read()).toBe(false);
});

it('notifies its switch of a change', () => {
  fakeAudio();
  const sound = new Sound('ann');
  const seen: boolean[] = [];
  const stop = sound.subscribe(() => seen.push(sound.read()));
  sound.switchTo(true);
  sound.switchTo(false);
  stop();
  sound.switchTo(true);
  expect(seen).toEqual([true, false]);
});

it('plays a longer burn for a larger change of velocity', async () => {
  const { sound, played } = await switchedOn();
  sound.burn(0.1);
  sound.burn(2);
  await settled();
  const [small, large] = played.map(({ kind, at, until }) => ({ kind, lasts: until - at }));
  expect([small!.kind, large!.kind]).toEqual(['noise', 'noise']);
  expect(large!.lasts).toBeGreaterThan(small!.lasts);
});

it('rises for a reached goal, falls for a lost one, and repeats a warning', async () => {
  const { sound, played } = await switchedOn();
  const pitches = async (play: () => void): Promise<number[]> => {
    played.length = 0;
    play();
    await settled();
    return played.map(({ pitch }) => pitch);
  };
  const reached = await pitches(() => sound.goalReached());
  const lost = await pitches(() => sound.goalLost());
  const warning = await pitches(() => sound.warn());
  expect(reached).toEqual(reached.toSorted((a, b) => a - b));
  expect(lost).toEqual(lost.toSorted((a, b) => b - a));
  expect(warning[0]).toBe(warning[1]);
});

it('ticks once for a click that also changes the plan', async () => {
  const { sound, played } = await switchedOn();
  let now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  sound.tick();
  sound.tick();
  now += 200;
  sound.tick();
  await settled();
  expect(played).toHaveLength(2);
});

it('drops a sound that the browser allows too late', async () => {
  const { played, release } = fakeAudio({ isSuspended: true });
  let now = 10_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const sound = new Sound('ann');
  sound.switchTo(true);
  sound.goalReached();
  now += 2_000;
  release();
  await settled();
  expect(played).toEqual([]);
});

it('stops when the game ends', async () => {
  const { sound, played } = await switchedOn();
  sound.warn();
  sound.dispose();
  sound.warn();
  await settled();
  expect(played).toEqual([]);
});

describe('without audio support', () => {
  it('stays off without audio in the browser', () => {
    const sound = new Sound('ann');
    sound.switchTo(true);
    sound.burn(1);
    expect([sound.isAvailable, sound.read()]).toEqual([false, false]);
  });

  it('does not throw without an audio device or storage', () => {
    window.AudioContext = class {
      constructor() {
        throw new Error('no device');
      }
    } as unknown as typeof AudioContext;
    for (const method of ['getItem', 'setItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new Error('no storage');
      });
    const sound = new Sound('ann');
    sound.switchTo(true);
    sound.warn();
    expect(sound.read()).toBe(true);
  });
});
