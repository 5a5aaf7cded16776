import { randomBytes } from 'node:crypto';
import { decrypting, encrypting } from './encryption.js';

const KEY = randomBytes(32).toString('base64');
const START_BYTES = 64;
const FRAME_BYTES = 20;
const PIECE_BYTES = 1_000;

async function* piecesOf(bytes: Buffer, size = PIECE_BYTES): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function together(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const encrypt = (text: Buffer, key = KEY, size?: number): Promise<Buffer> =>
  together(encrypting(key)(piecesOf(text, size)));
const decrypt = (bytes: Buffer, key: string | undefined = KEY): Promise<Buffer> =>
  together(decrypting('FILE', key)(piecesOf(bytes, 777)));
const refusal = (bytes: Buffer, key?: string): Promise<string> =>
  decrypt(bytes, key).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

/** Returns an encrypted file of three chunks, split into its start, the chunks and the empty chunk at its end. */
async function inParts(): Promise<{ start: Buffer; chunks: Buffer[]; end: Buffer }> {
  const file = await encrypt(randomBytes(3 * PIECE_BYTES));
  const chunks = [0, 1, 2].map((nth) => {
    const at = START_BYTES + nth * (PIECE_BYTES + FRAME_BYTES);
    return file.subarray(at, at + PIECE_BYTES + FRAME_BYTES);
  });
  return { start: file.subarray(0, START_BYTES), chunks, end: file.subarray(-FRAME_BYTES) };
}

it.each([0, 1, 65_536, 65_537, 300_000])('decrypts its own output of %d bytes', async (length) => {
  const text = randomBytes(length);
  const file = await encrypt(text, KEY, 100_000);
  expect((await decrypt(file)).equals(text)).toBe(true);
});

it('hides the text, and encrypts the same text differently each time', async () => {
  const text = Buffer.from('a name that must not be read');
  const [one, other] = [await encrypt(text), await encrypt(text)];
  expect(one.includes('name')).toBe(false);
  expect(one.subarray(START_BYTES).equals(other.subarray(START_BYTES))).toBe(false);
});

it('passes on a file that is not encrypted, with and without a key', async () => {
  for (const text of [Buffer.alloc(0), Buffer.from('x'), randomBytes(5_000)])
    for (const key of [KEY, undefined]) {
      const passed = await together(decrypting('FILE', key)(piecesOf(text)));
      expect(passed.equals(text)).toBe(true);
    }
});

it('accepts the untouched parts', async () => {
  const { start, chunks, end } = await inParts();
  expect(await refusal(Buffer.concat([start, ...chunks, end]))).toBe('accepted');
});

it.each<[string, (chunks: Buffer[], end: Buffer) => Buffer[]]>([
  ['exchanged', ([a, b, c], end) => [b!, a!, c!, end]],
  ['left out', ([a, , c], end) => [a!, c!, end]],
  ['repeated', ([a, b, c], end) => [a!, b!, b!, c!, end]],
  ['left out at the end', ([a, b], end) => [a!, b!, end]],
  ['followed by more', (chunks, end) => [...chunks, end, end]],
])('rejects chunks that were %s', async (_what, change) => {
  const { start, chunks, end } = await inParts();
  expect(await refusal(Buffer.concat([start, ...change(chunks, end)]))).toBe('damaged');
});

it('rejects a chunk of another file with the same key', async () => {
  const [{ start, chunks, end }, other] = [await inParts(), await inParts()];
  expect(await refusal(Buffer.concat([start, chunks[0]!, other.chunks[1]!, chunks[2]!, end]))).toBe('damaged');
});

it.each([10, 200, PIECE_BYTES + 10])('rejects a chunk with a changed bit at %d', async (at) => {
  const { start, chunks, end } = await inParts();
  const changed = Buffer.from(chunks[1]!);
  changed[at]! ^= 1;
  expect(await refusal(Buffer.concat([start, chunks[0]!, changed, chunks[2]!, end]))).toBe('damaged');
});

it('rejects a chunk with a length above the maximum', async () => {
  const { start, chunks, end } = await inParts();
  const changed = Buffer.from(chunks[1]!);
  changed[0] = 0xff;
  expect(await refusal(Buffer.concat([start, chunks[0]!, changed, chunks[2]!, end]))).toBe('damaged');
});

it('detects a truncated file, at any byte and between chunks', async () => {
  const { start, chunks, end } = await inParts();
  const file = Buffer.concat([start, ...chunks, end]);
  for (const length of [
    1,
    15,
    16,
    40,
    START_BYTES,
    START_BYTES + PIECE_BYTES,
    file.length - FRAME_BYTES,
    file.length - 1,
  ])
    expect([length, await refusal(file.subarray(0, length))]).toEqual([length, 'cut off']);
});

it('names the setting when the key is missing or wrong', async () => {
  const file = await encrypt(randomBytes(100));
  const without = together(decrypting('FILE', undefined)(piecesOf(file)));
  await expect(without).rejects.toThrow('FILE is encrypted: set BACKUP_KEY to the key that it was encrypted with.');
  expect(await refusal(file, randomBytes(32).toString('base64'))).toBe(
    'BACKUP_KEY is not the key that FILE was encrypted with: set that one, then try again.',
  );
});

it('encrypts with the newest of several keys, and decrypts with any of them', async () => {
  const newest = randomBytes(32).toString('base64');
  const text = randomBytes(100);
  const file = await encrypt(text, `${newest},${KEY}`);
  expect((await decrypt(file, newest)).equals(text)).toBe(true);
  expect((await decrypt(await encrypt(text), `${newest},${KEY}`)).equals(text)).toBe(true);
});
