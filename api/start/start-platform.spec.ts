import { gzipSync } from 'node:zlib';
import { StartError } from '../platform/database/start-error.js';
import { GameFolder } from '../platform/http/testing/game-folder.js';
import { assertGameBuild } from './start-platform.js';

let folder: GameFolder;

beforeEach(async () => {
  folder = await GameFolder.make();
});
afterEach(() => folder.remove());

const refusal = async (): Promise<StartError> => {
  const error = await assertGameBuild({ folder: folder.path, name: undefined }).catch((reason: unknown) => reason);
  if (!(error instanceof StartError)) throw new Error('The start was not refused.', { cause: error });
  return error;
};

it.each(['', '.gz', '.br', '.unityweb'] as const)('starts with a build compressed as "%s"', async (packed) => {
  await folder.build('Game', packed, 'Build');
  await expect(assertGameBuild({ folder: folder.path, name: undefined })).resolves.toBeUndefined();
});

it('starts without the training build', async () => {
  await expect(assertGameBuild({ folder: undefined, name: 'no such build' })).resolves.toBeUndefined();
});

it('refuses a folder without a build', async () => {
  expect((await refusal()).message).toMatch(/^UNITY_BUILD_DIR \(.*\) contains no Unity build: found nothing; missing /);
});

it('refuses a build with an invalid module, such as a pointer of Git LFS', async () => {
  await folder.build('Game');
  await folder.write('Game.wasm', 'version https://git-lfs.github.com/spec/v1');
  expect((await refusal()).message).toMatch(
    /Game\.wasm is not a WebAssembly module: copy the build again, unchanged\.$/,
  );
});

it('refuses a truncated build', async () => {
  await folder.build('Game', '.gz');
  await folder.write('Game.data.gz', gzipSync(Buffer.alloc(100_000)).subarray(0, 50));
  expect((await refusal()).message).toBe(
    `${folder.path}/Game.data.gz cannot be read (unexpected end of file): copy the build again, unchanged.`,
  );
});
