import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Form of the data, framework and code files of a build; `unityweb` is Unity's decompression fallback. */
export type Packing = 'plain' | 'gz' | 'br' | 'unityweb-gzip' | 'unityweb-brotli';

/** Suffix of a packed file, after its own ending. */
export const PACKED_ENDING: Readonly<Record<Packing, string>> = {
  plain: '',
  gz: '.gz',
  br: '.br',
  'unityweb-gzip': '.unityweb',
  'unityweb-brotli': '.unityweb',
};

const PACK: Readonly<Record<Packing, (bytes: Buffer) => Buffer>> = {
  plain: (bytes) => bytes,
  gz: (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  'unityweb-gzip': markedGzip,
  'unityweb-brotli': markedBrotli,
};

export const pack = (packing: Packing, bytes: Buffer): Buffer => PACK[packing](bytes);

const MARKER = 'UnityWeb Compressed Content';
const GZIP_HEADER_BYTES = 10;
const GZIP_FLAGS_AT = 3;
const GZIP_HAS_COMMENT = 0x10;

/** A gzip file whose header holds Unity's marker as its comment (RFC 1952). */
function markedGzip(bytes: Buffer): Buffer {
  const packed = gzipSync(bytes);
  packed[GZIP_FLAGS_AT]! |= GZIP_HAS_COMMENT;
  const header = packed.subarray(0, GZIP_HEADER_BYTES);
  return Buffer.concat([header, Buffer.from(`${MARKER} (gzip)\0`), packed.subarray(GZIP_HEADER_BYTES)]);
}

const BROTLI_BLOCK_BYTES = 65_536;
/** Bit of a block header: the block is stored uncompressed. */
const BROTLI_STORED = 1 << 19;
const BROTLI_LENGTH_AT = 3;
const BROTLI_END = 0b11;

/**
 * A brotli stream that begins with Unity's marker as metadata (RFC 7932). Its blocks are stored uncompressed, so that the
 * test loader can unpack them with few lines.
 */
function markedBrotli(bytes: Buffer): Buffer {
  const marker = Buffer.from(`${MARKER} (brotli)`);
  const start = Buffer.alloc(2);
  // Window of 64 kB, a metadata block (3 << 2), its length in one byte (1 << 5).
  start.writeUInt16LE((3 << 2) | (1 << 5) | ((marker.length - 1) << 7));
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BROTLI_BLOCK_BYTES) {
    const content = bytes.subarray(at, at + BROTLI_BLOCK_BYTES);
    const header = Buffer.alloc(3);
    header.writeUIntLE(((content.length - 1) << BROTLI_LENGTH_AT) | BROTLI_STORED, 0, 3);
    blocks.push(header, content);
  }
  return Buffer.concat([start, marker, ...blocks, Buffer.from([BROTLI_END])]);
}
