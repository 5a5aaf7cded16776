import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive; its content is read when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** A moment as good as any: that of the writing would only make two equal archives differ. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644 };

/** A ZIP archive, written from beginning to end and read no further ahead than it is taken; fails as its contents fail. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const taken = new PassThrough();
  const sources: Readable[] = [];
  const fail = (error: Error): void => void taken.destroy(error);
  archive.on('error', fail);
  for (const { name, content } of entries) {
    archive.addReadStreamLazy(name, OPTIONS, (open) => {
      const source = Readable.from(content).on('error', fail);
      sources.push(source);
      open(null, source);
    });
  }
  archive.end();
  // Whatever ends it, `taken` tells those who read.
  pipeline(archive.outputStream, taken).catch(() => undefined);
  try {
    yield* taken as AsyncIterable<Buffer>;
  } finally {
    for (const source of sources) source.destroy();
  }
}
