import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SharedBodies } from './shared-bodies.js';

const TEXT = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index })));
let builds: number;
beforeEach(() => (builds = 0));
const build = async (): Promise<string> => {
  builds += 1;
  await turn();
  return TEXT;
};
const first = { key: 'class', version: '1' };

describe('shared bodies', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('use the encoding %s for a client that accepts %s', async (encoding, accepted, decode) => {
    const body = await new SharedBodies(10_000).get(first, accepted, build);
    expect([body.encoding, decode(body.bytes).toString()]).toEqual([encoding, TEXT]);
  });

  it('are built once for all callers, also at the same time', async () => {
    const bodies = new SharedBodies(10_000);
    const get = () => bodies.get(first, 'br', build);
    const [one, other] = await Promise.all([get(), get()]);
    expect((await get()).bytes).toBe(one.bytes);
    expect([other.bytes === one.bytes, builds]).toEqual([true, 1]);
  });

  it('are built again for another version, key or encoding', async () => {
    const bodies = new SharedBodies(10_000);
    for (const version of ['1', '2']) await bodies.get({ key: 'class', version }, 'br', build);
    await bodies.get({ key: 'other class', version: '2' }, 'br', build);
    await bodies.get({ key: 'class', version: '2' }, 'gzip', build);
    expect(builds).toBe(4);
  });

  it('are not kept when their build failed', async () => {
    const bodies = new SharedBodies(10_000);
    const failed = bodies.get(first, 'br', () => Promise.reject(new Error('away')));
    await expect(failed).rejects.toThrow('away');
    expect((await bodies.get(first, 'br', build)).encoding).toBe('br');
  });

  it('are removed when all of them exceed the limit', async () => {
    const bodies = new SharedBodies(TEXT.length + 1);
    await bodies.get(first, undefined, build);
    await bodies.get({ key: 'other class', version: '1' }, undefined, build);
    await bodies.get(first, undefined, build);
    expect(builds).toBe(3);
  });
});
