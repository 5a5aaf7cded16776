/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pack } from './packing.js';

const CONTENT = randomBytes(150_000);

it("packs fallback files as valid streams that start with Unity's marker", () => {
  const gzip = pack('unityweb-gzip', CONTENT);
  expect(gunzipSync(gzip)).toEqual(CONTENT);
  expect(gzip.indexOf('UnityWeb Compressed Content (gzip)\0')).toBe(10);
  const brotli = pack('unityweb-brotli', CONTENT);
  expect(brotliDecompressSync(brotli)).toEqual(CONTENT);
  expect(brotli.indexOf('UnityWeb Compressed Content (brotli)')).toBe(2);
});
