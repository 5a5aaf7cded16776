import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its content is read when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

interface WrittenEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Without ZIP64, which not everything that opens workbooks can read, sizes have 32 bits. */
const MAX_SIZE = 0xffffffff;
const VERSION = 20;
/** Sizes follow after the content, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980: a moment would only make two equal archives differ. */
const DATE = 0x0021;

/** A ZIP archive, written from beginning to end: sizes and check sums follow each content, nothing is kept but the directory. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const fileName = Buffer.from(name);
    const sums = { crc: 0, size: 0, packed: 0 };
    yield localHeader(fileName);
    const source = Readable.from(measured(content, sums));
    // What fails here ends the deflated stream with the same error, and that is read to its end.
    for await (const chunk of pipeline(source, createDeflateRaw(), () => undefined)) {
      sums.packed += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    if (Math.max(sums.size, offset + sums.packed) > MAX_SIZE) throw new Error('The archive is too large.');
    yield dataDescriptor(sums);
    written.push({ name: fileName, offset, ...sums });
    offset += 30 + fileName.length + sums.packed + 16;
  }
  yield directory(written, offset);
}

async function* measured(content: ZipEntry['content'], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, packed, size }: Pick<WrittenEntry, 'crc' | 'packed' | 'size'>): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directory(entries: readonly WrittenEntry[], offset: number): Buffer {
  const headers = Buffer.concat(entries.map(directoryHeader));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(headers.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([headers, end]);
}

function directoryHeader({ name, crc, packed, size, offset }: WrittenEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}
