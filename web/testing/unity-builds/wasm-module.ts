const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const I32 = 0x7f;
const FUNCTION = 0x60;
const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 };
/** Limits with a maximum, shared between threads: initially 1 page, at most 16. */
const SHARED_LIMITS = [0x03, 1, 16];

/** A vector of WebAssembly's binary format; all lengths of these modules fit into one byte. */
const vector = (...items: readonly (readonly number[])[]): number[] => [items.length, ...items.flat()];
const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const text = (value: string): number[] => sized([...Buffer.from(value)]);
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];

/**
 * The WebAssembly module of a test build: exports `add(a, b)`. Like modules of threaded Unity builds, a threaded one imports shared memory
 * as `env.memory`. It atomically adds the sum to the 32-bit number at the start of that memory.
 */
export function wasmModule(isThreaded: boolean): Buffer {
  const [localGet, i32Add, i32Const, end] = [0x20, 0x6a, 0x41, 0x0b];
  const sum = [localGet, 0, localGet, 1, i32Add];
  const [atomicAdd, align, offset] = [[0xfe, 0x1e], 2, 0];
  // The atomic instruction returns the number that was stored before, so the sum is added once more.
  const body = isThreaded ? [i32Const, 0, ...sum, ...atomicAdd, align, offset, ...sum, i32Add] : sum;
  const noLocals = 0;
  return Buffer.from([
    ...HEADER,
    ...section(SECTION.types, vector([FUNCTION, ...vector([I32], [I32]), ...vector([I32])])),
    ...(isThreaded
      ? section(SECTION.imports, vector([...text('env'), ...text('memory'), 0x02, ...SHARED_LIMITS]))
      : []),
    ...section(SECTION.functions, vector([0])),
    ...section(SECTION.exports, vector([...text('add'), 0x00, 0])),
    ...section(SECTION.code, vector(sized([noLocals, ...body, end]))),
  ]);
}
