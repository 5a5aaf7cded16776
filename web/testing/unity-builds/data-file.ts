import { randomBytes } from 'node:crypto';

const SIGNATURE = 'UnityWebData1.0\0';
const LENGTH_BYTES = 4;

/** The container that Unity's loader unpacks into the game's file system: a header of names and offsets, then the contents. */
function container(files: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(files).map((name) => Buffer.from(name));
  const headerBytes = names.reduce(
    (sum, name) => sum + 3 * LENGTH_BYTES + name.length,
    SIGNATURE.length + LENGTH_BYTES,
  );
  const uint32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(LENGTH_BYTES);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  let at = headerBytes;
  const header = [Buffer.from(SIGNATURE), uint32(headerBytes)];
  for (const [index, content] of Object.values(files).entries()) {
    header.push(uint32(at), uint32(content.length), uint32(names[index]!.length), names[index]!);
    at += content.length;
  }
  return Buffer.concat([...header, ...Object.values(files)]);
}

const BUNDLE_FORMAT = 8;

/** The beginning of a UnityFS bundle, which names the version of the engine. */
function bundle(engineVersion: string): Buffer {
  const format = Buffer.alloc(LENGTH_BYTES);
  format.writeUInt32BE(BUNDLE_FORMAT);
  return Buffer.concat([Buffer.from('UnityFS\0'), format, Buffer.from(`5.x.x\0${engineVersion}\0`)]);
}

const SAMPLES_PER_SECOND = 8_000;
const SAMPLES = 1_600;
const SILENCE = 128;

/** A tone of 0.2 s as a WAV file with one byte per sample. */
function tone(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + SAMPLES, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(SAMPLES, 40);
  const samples = Array.from({ length: SAMPLES }, (_, sample) => SILENCE + Math.round(40 * Math.sin(sample / 3)));
  return Buffer.concat([header, Buffer.from(samples)]);
}

const LEVEL_BYTES = 200_000;

/** The data of a test build: the engine's version, a sound, a text, and bytes that no compression makes smaller. */
export const dataFile = (engineVersion: string, text: string): Buffer =>
  container({
    'data.unity3d': bundle(engineVersion),
    'tone.wav': tone(),
    'title.txt': Buffer.from(text),
    level0: randomBytes(LEVEL_BYTES),
  });
