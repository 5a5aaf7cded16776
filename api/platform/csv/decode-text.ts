import { isUtf8 } from 'node:buffer';

/** Encodings that {@link detectEncoding} returns, by their names in TextDecoder. */
export type DetectedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes of a file that are checked for zeros. */
const LOOKED_AT = 1_024;
/** Minimum share of zeros in UTF-16, in which every Latin letter has a zero byte. */
const ZERO_SHARE = 0.3;

/**
 * Returns the most likely encoding of a text file: by its byte order mark, then by zero bytes, then UTF-8 if the bytes are valid.
 * All other files are Windows-1252, the legacy encoding in which Excel saves "CSV".
 */
export function detectEncoding(bytes: Buffer): DetectedEncoding {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const many = (head.length / 2) * ZERO_SHARE;
  if (zeros[1]! > many && zeros[1]! > zeros[0]!) return 'utf-16le';
  if (zeros[0]! > many && zeros[0]! > zeros[1]!) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Decodes a file and removes its byte order mark. Returns null when the bytes are not valid in this encoding. */
export function decodeText(bytes: Buffer, encoding: string): string | null {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    // `stream`, because otherwise Node 20 reads windows-1252 as Latin-1 and turns a euro sign into a control character.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    return null;
  }
}

const startsWith = (bytes: Buffer, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);
