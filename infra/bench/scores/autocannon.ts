import { importPeer } from '../append/contestants.js';

/** The part of autocannon that is used; its own types are not installed with the product. */
interface Request {
  readonly method: 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly setupRequest?: (request: Request) => Request & { readonly body: string };
}

interface Result {
  readonly duration: number;
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

interface Options {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly requests: readonly Request[];
}

/** Sends requests over so many connections, each one after the other. */
export async function autocannon(options: Options): Promise<Result> {
  const peer = (await importPeer('autocannon')) as { default: (options: Options) => Promise<Result> };
  return peer.default(options);
}
