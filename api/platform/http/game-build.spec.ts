import { jest } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import type { readContents } from './unity-build.js';
import { GameFolder, PARTS } from './testing/game-folder.js';

const actual = await import('./unity-build.js');
const reading = jest.fn<typeof readContents>(actual.readContents);
jest.unstable_mockModule('./unity-build.js', () => ({ ...actual, readContents: reading }));
const { GameBuild } = await import('./game-build.js');

beforeEach(() => void reading.mockClear());

it('does not read the build in a process without role http', async () => {
  const folder = await GameFolder.make();
  await folder.build('First');
  const unityBuild = { folder: folder.path, name: undefined };
  const clock = { now: () => new Date(0) };
  await new GameBuild({ unityBuild, roles: ['worker'] } as unknown as Config, clock).onModuleInit();
  expect(reading).not.toHaveBeenCalled();
  await new GameBuild({ unityBuild, roles: ['http'] } as unknown as Config, clock).onModuleInit();
  expect(reading).toHaveBeenCalledTimes(1);
  await folder.remove();
});

it('reads the build once per version, and again after a failure', async () => {
  const folder = await GameFolder.make();
  await folder.build('Game');
  const settings = { folder: folder.path, name: undefined };
  const read = async () => actual.readContents(settings, await actual.measureBuild(settings));
  const first = await read();
  expect(await read()).toBe(first);
  await folder.write('Game.wasm', 'no module');
  await expect(read()).rejects.toThrow('is not a WebAssembly module');
  await expect(read()).rejects.toThrow('is not a WebAssembly module');
  await folder.build('Game');
  expect(await read()).toEqual(first);
  await folder.remove();
});

it('returns the previous build while the new one is being read, and reads the new one once', async () => {
  const folder = await GameFolder.make();
  await folder.build('First');
  const clock = { time: 0, now: () => new Date(clock.time) };
  const config = { unityBuild: { folder: folder.path, name: undefined } } as Config;
  const game = new GameBuild(config, clock);
  const nameOf = async () => (await game.current()).build?.name;
  expect(await nameOf()).toBe('First');

  for (const ending of ['.loader.js', ...Object.keys(PARTS)]) await rm(join(folder.path, `First${ending}`));
  await folder.build('Second');
  let finish = (): void => {};
  const isSlow = new Promise<void>((resolve) => (finish = resolve));
  reading.mockImplementation(async (...build) => {
    await isSlow;
    return actual.readContents(...build);
  });
  for (let look = 0; look < 3; look += 1) {
    clock.time += 1_000;
    expect(await nameOf()).toBe('First');
  }
  expect(reading).toHaveBeenCalledTimes(2);
  finish();
  while ((await nameOf()) !== 'Second') await new Promise((resolve) => setImmediate(resolve));
  await folder.remove();
});
