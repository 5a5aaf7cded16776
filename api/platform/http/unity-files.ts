const ENCODINGS: Readonly<Record<string, string>> = { gz: 'gzip', br: 'br' };
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  wasm: 'application/wasm',
};

/**
 * Headers of a file of the game by its name: a compressed one has the type of what is in it, and the browser unpacks it.
 * What is not known is bytes.
 */
export function unityFileHeaders(path: string): Record<string, string> {
  const parts = path.toLowerCase().split('.');
  const encoding = ENCODINGS[parts.at(-1) ?? ''];
  const type = TYPES[parts.at(encoding ? -2 : -1) ?? ''] ?? 'application/octet-stream';
  return { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
}
