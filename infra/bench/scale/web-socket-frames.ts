import { randomBytes } from 'node:crypto';

/** Enough of a message to tell what it is. */
const BEGINNING = 48;
const TEXT = 1;
const CLOSE = 8;

/** Takes a server's frames apart without keeping what is in them: a thousand readers must cost next to nothing. */
export class FrameReader {
  private kept: Buffer = Buffer.alloc(0);
  private toSkip = 0;

  constructor(
    private readonly onText: (beginning: string, bytes: number) => void,
    private readonly onClose: () => void,
  ) {}

  take(chunk: Buffer): void {
    let rest = this.skip(this.kept.length > 0 ? Buffer.concat([this.kept, chunk]) : chunk);
    while (rest.length >= 2) {
      const frame = headOf(rest);
      if (!frame || rest.length < frame.head + Math.min(frame.length, BEGINNING)) break;
      if (frame.opcode === CLOSE) this.onClose();
      if (frame.opcode === TEXT) {
        const end = frame.head + Math.min(frame.length, BEGINNING);
        this.onText(rest.toString('latin1', frame.head, end), frame.head + frame.length);
      }
      this.toSkip = frame.head + frame.length;
      rest = this.skip(rest);
    }
    this.kept = rest;
  }

  private skip(chunk: Buffer): Buffer {
    const skipped = Math.min(this.toSkip, chunk.length);
    this.toSkip -= skipped;
    return chunk.subarray(skipped);
  }
}

function headOf(frame: Buffer): { opcode: number; head: number; length: number } | undefined {
  const opcode = frame[0]! & 0x0f;
  const short = frame[1]! & 0x7f;
  if (short < 126) return { opcode, head: 2, length: short };
  const head = short === 126 ? 4 : 10;
  if (frame.length < head) return undefined;
  return { opcode, head, length: short === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2)) };
}

/** A text as a client sends it: masked. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const long = payload.length > 125;
  const head = long
    ? Buffer.from([0x80 | TEXT, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
    : Buffer.from([0x80 | TEXT, 0x80 | payload.length]);
  const mask = randomBytes(4);
  for (let at = 0; at < payload.length; at += 1) payload[at]! ^= mask[at % 4]!;
  return Buffer.concat([head, mask, payload]);
}
