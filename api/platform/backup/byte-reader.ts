import { createHash } from 'node:crypto';
import { Unreadable } from './refusals.js';
import { END_OF_ROWS } from './backup-format.js';

const LONGEST_LINE = 1_000_000;
const NEW_LINE = 10;
const END = Buffer.from(END_OF_ROWS);
/** The same behind a row, which is where it stands unless there are no rows. */
const END_AFTER_ROW = Buffer.from(`\n${END_OF_ROWS}`);

/** Reads text of `backup-format.ts`, line by line or the rows of a table in pieces, and sums up all it has read. */
export class ByteReader {
  private readonly hash = createHash('sha256');
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next line without its end. @throws Unreadable when it does not end */
  async line(): Promise<string> {
    let end = this.rest.indexOf(NEW_LINE);
    while (end === -1) {
      if (this.rest.length > LONGEST_LINE) throw new Unreadable('damaged');
      if (!(await this.readMore())) throw new Unreadable('cut off');
      end = this.rest.indexOf(NEW_LINE);
    }
    return this.take(end + 1).toString('utf8', 0, end);
  }

  /** What was read up to here, the last line excepted where `line` is called for it afterwards. */
  get sha256(): string {
    return this.hash.copy().digest('hex');
  }

  /** All rows up to the end of the table, in pieces of any size. @throws Unreadable when it does not end */
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
      // The end may begin in this piece and go on in the next.
      const certain = this.rest.length - END_AFTER_ROW.length + 1;
      if (certain > 0) yield this.take(certain);
      if (!(await this.readMore())) throw new Unreadable('cut off');
    }
  }

  /** Whether nothing follows. */
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
