import { createHash } from 'node:crypto';
import { Unreadable } from './refusals.js';
import { END_OF_ROWS } from './backup-format.js';

const LONGEST_LINE = 1_000_000;
const NEW_LINE = 10;
const END = Buffer.from(END_OF_ROWS);
/** End mark after a row, which is its place unless the table is empty. */
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`);

/** Reads the text of `backup-format.ts` by lines, or the rows of a table in pieces, and hashes all bytes read. */
export class ByteReader {
  private readonly hash = createHash('sha256');
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /**
   * Returns the next line without its line break.
   * @throws Unreadable when the line is too long or the source ends first
   */
  async line(): Promise<string> {
    let end = this.rest.indexOf(NEW_LINE);
    while (end === -1) {
      if (this.rest.length > LONGEST_LINE) throw new Unreadable('damaged');
      if (!(await this.readMore())) throw new Unreadable('cut off');
      end = this.rest.indexOf(NEW_LINE);
    }
    return this.take(end + 1).toString('utf8', 0, end);
  }

  /** Checksum of all bytes read so far. */
  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  /**
   * Returns the remaining rows of a table, in pieces of any size.
   * @throws Unreadable when the source ends before the table
   */
  async *rows(): AsyncGenerator<Buffer> {
    if (await this.startsWithEnd()) {
      this.take(END.length);
      return;
    }
    for (;;) {
      const end = this.rest.indexOf(END_AFTER_ROW);
      if (end !== -1) {
        yield this.take(end + 1);
        this.take(END.length);
        return;
      }
      // The end mark may be split between two pieces.
      const certain = this.rest.length - END_AFTER_ROW.length + 1;
      if (certain > 0) yield this.take(certain);
      if (!(await this.readMore())) throw new Unreadable('cut off');
    }
  }

  /** Returns whether all bytes have been read. */
  async isAtEnd(): Promise<boolean> {
    return this.rest.length === 0 && !(await this.readMore());
  }

  private async startsWithEnd(): Promise<boolean> {
    while (this.rest.length < END.length) if (!(await this.readMore())) throw new Unreadable('cut off');
    return this.rest.subarray(0, END.length).equals(END);
  }

  private take(length: number): Buffer {
    const taken = this.rest.subarray(0, length);
    this.hash.update(taken);
    this.rest = this.rest.subarray(length);
    return taken;
  }

  private async readMore(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done) return false;
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    return true;
  }
}
