import { get, type IncomingHttpHeaders } from 'node:http';

export interface TimedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** Milliseconds until the first byte, which is the server's work, and until the last byte. */
  readonly began: number;
  readonly ended: number;
}

/** Measures one GET. */
export function timedGet(url: string, headers: Record<string, string>): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    get(url, { headers }, (response) => {
      const began = performance.now() - asked;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes, began, ended: performance.now() - asked });
      });
    }).once('error', reject);
  });
}

/** Repeats a GET this many times, one after the other. @throws Error for another status */
export async function timedGets(
  times: number,
  url: string,
  headers: Record<string, string>,
  status = 200,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const answer = await timedGet(url, headers);
    if (answer.status !== status) throw new Error(`${url} answered ${answer.status} instead of ${status}.`);
    answers.push(answer);
  }
  return answers;
}
