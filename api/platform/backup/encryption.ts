import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { newestSecret, secretValues } from '../../config-settings.js';
import { StartError } from '../database/start-error.js';
import { Unreadable } from './refusals.js';

/*
 * Layout of an encrypted file:
 *
 *     16 bytes   MARK
 *     32 bytes   random salt
 *     16 bytes   check value of the key
 *     chunks     4 bytes length of the text, the text encrypted with AES-256-GCM, 16 bytes authentication tag
 *
 * Key and check value are derived from BACKUP_KEY and the salt with HKDF-SHA-256, so every file has its own key. The nonce of a
 * chunk is its number, and its length is authenticated, so chunks cannot be changed, moved or exchanged. Only the last chunk is
 * empty, so a truncated file is detected.
 */
const ALGORITHM = 'aes-256-gcm';
const MARK = Buffer.from('ready-room-aes-1');
const SALT_BYTES = 32;
const CHECK_BYTES = 16;
const KEY_BYTES = 32;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1_024;

/** Returns a stage of a pipeline that encrypts everything under the newest value of BACKUP_KEY. */
export const encrypting = (backupKey: string) =>
  async function* encrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES);
    const { key, check } = derive(newestSecret(backupKey), salt);
    yield Buffer.concat([MARK, salt, check]);
    let number = 0;
    for await (const piece of source) {
      for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
        yield encryptChunk(key, number, piece.subarray(at, at + CHUNK_BYTES));
        number += 1;
      }
    }
    yield encryptChunk(key, number, Buffer.alloc(0));
  };

/**
 * Returns a stage of a pipeline that decrypts an encrypted file and passes on any other file unchanged. The stage throws Unreadable
 * when the file is damaged or truncated.
 * @param path path of the file, for error messages
 * @throws StartError when BACKUP_KEY is not set or has no value that the file was encrypted with
 */
export const decrypting = (path: string, backupKey: string | undefined) =>
  async function* decrypt(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const bytes = new Intake(source);
    const start = await bytes.peek(MARK.length);
    if (start.length === 0 || !MARK.subarray(0, start.length).equals(start)) {
      yield* bytes.remaining();
      return;
    }
    await bytes.take(MARK.length);
    const salt = await bytes.take(SALT_BYTES);
    const key = keyOf(salt, await bytes.take(CHECK_BYTES), path, backupKey);
    for (let number = 0; ; number += 1) {
      const length = await bytes.take(LENGTH_BYTES);
      const size = length.readUInt32BE();
      if (size > CHUNK_BYTES) throw new Unreadable('damaged');
      const text = decryptChunk(key, number, length, await bytes.take(size + TAG_BYTES));
      if (size === 0) break;
      yield text;
    }
    if ((await bytes.peek(1)).length > 0) throw new Unreadable('damaged');
  };

interface Derived {
  readonly key: Buffer;
  /** Shows whether a key is the right one, without revealing it. */
  readonly check: Buffer;
}

function derive(secret: string, salt: Buffer): Derived {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, 'ready-room backup file', KEY_BYTES + CHECK_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) };
}

function keyOf(salt: Buffer, check: Buffer, path: string, backupKey: string | undefined): Buffer {
  if (backupKey === undefined)
    throw new StartError(`${path} is encrypted: set BACKUP_KEY to the key that it was encrypted with.`);
  const found = secretValues(backupKey)
    .map((secret) => derive(secret, salt))
    .find((derived) => timingSafeEqual(derived.check, check));
  if (found) return found.key;
  throw new StartError(`BACKUP_KEY is not the key that ${path} was encrypted with: set that one, then try again.`);
}

function encryptChunk(key: Buffer, number: number, text: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(number)).setAAD(length);
  return Buffer.concat([length, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function decryptChunk(key: Buffer, number: number, length: Buffer, chunk: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number), { authTagLength: TAG_BYTES });
  decipher.setAAD(length).setAuthTag(chunk.subarray(chunk.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unreadable('damaged');
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  return nonce;
}

/** Reads exact numbers of bytes from pieces of any size. */
class Intake {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Returns the next bytes without consuming them; fewer at the end of the source. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count) {
      const { value, done } = await this.source.next();
      if (done) break;
      this.rest = Buffer.concat([this.rest, value]);
    }
    return this.rest.subarray(0, count);
  }

  /**
   * Consumes and returns the next bytes.
   * @throws Unreadable when the source has fewer bytes
   */
  async take(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    if (bytes.length < count) throw new Unreadable('cut off');
    this.rest = this.rest.subarray(count);
    return bytes;
  }

  async *remaining(): AsyncGenerator<Buffer> {
    yield this.rest;
    for (let { value, done } = await this.source.next(); !done; { value, done } = await this.source.next()) yield value;
  }
}
