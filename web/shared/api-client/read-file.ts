/** A file downloaded from the API. */
export interface ApiFile {
  name: string;
  content: Blob;
}

/** Reads a response to its end and reports the received bytes to `onBytes`. Rejects when the connection is lost. */
export async function readFile(answer: Response, onBytes: (bytes: number) => void): Promise<ApiFile> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
    onBytes(bytes);
  }
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  return { name: nameIn(answer.headers.get('content-disposition') ?? ''), content: new Blob(pieces, { type }) };
}

/** Returns the file name with non-ASCII characters (RFC 6266). */
function nameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  return encoded === undefined ? 'download' : decodeURIComponent(encoded);
}
