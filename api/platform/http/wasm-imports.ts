const MAGIC = Buffer.from('\0asm', 'latin1');
const HEADER_BYTES = 8;
const IMPORT_SECTION = 2;
const SHARED = 2;
const HAS_MAXIMUM = 1;

/** Thrown when parsing needs bytes that have not been read yet. */
class IncompleteModule extends Error {}

/** Returns whether the bytes are the beginning of a WebAssembly module. */
export const isModule = (bytes: Buffer): boolean => bytes.subarray(0, MAGIC.length).equals(MAGIC);

/**
 * Returns whether a WebAssembly module imports a shared memory, as modules with threads do.
 * @param bytes the beginning of a module
 * @returns null when more bytes are needed
 */
export function importsSharedMemory(bytes: Buffer): boolean | null {
  const reader = new ModuleReader(bytes);
  try {
    reader.skip(HEADER_BYTES);
    while (true) {
      const section = reader.byte();
      const size = reader.number();
      if (section === IMPORT_SECTION) return readImports(reader);
      // Imports precede all other sections except custom sections and the type section, which has id 1.
      if (section > IMPORT_SECTION) return false;
      reader.skip(size);
    }
  } catch (error) {
    if (error instanceof IncompleteModule) return null;
    throw error;
  }
}

function readImports(reader: ModuleReader): boolean {
  for (let left = reader.number(); left > 0; left--) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    if (readImport(reader)) return true;
  }
  return false;
}

/** Reads the description of one import. Returns true for a shared memory. */
function readImport(reader: ModuleReader): boolean {
  switch (reader.byte()) {
    case 0: // function: its type
      reader.number();
      return false;
    case 1: // table: element type, limits
      reader.byte();
      readLimits(reader);
      return false;
    case 2: // memory
      return (readLimits(reader) & SHARED) !== 0;
    case 3: // global: type, mutability
      reader.skip(2);
      return false;
    default: // tag: attribute, type
      reader.byte();
      reader.number();
      return false;
  }
}

function readLimits(reader: ModuleReader): number {
  const flags = reader.byte();
  reader.number();
  if (flags & HAS_MAXIMUM) reader.number();
  return flags;
}

class ModuleReader {
  private offset = 0;

  constructor(private readonly bytes: Buffer) {}

  byte(): number {
    const value = this.bytes[this.offset++];
    if (value === undefined) throw new IncompleteModule();
    return value;
  }

  /** Reads an unsigned LEB128 number. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skip(count: number): void {
    this.offset += count;
    if (this.offset > this.bytes.length) throw new IncompleteModule();
  }
}
