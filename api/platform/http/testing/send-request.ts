import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export interface TestRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

export interface TestResponse {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parses the body as JSON of the type that the test expects. */
  json<T = Record<string, unknown>>(): T;
}

/**
 * Sends a request over a real connection. Unlike `fetch`, it sends TRACE, `/../` and the headers Origin and Host unchanged.
 */
export function sendRequest(app: NestFastifyApplication, question: TestRequest): Promise<TestResponse> {
  return sendRequestTo((app.getHttpServer().address() as AddressInfo).port, question);
}

/** Sends a request like {@link sendRequest} to any process that listens on a port of this machine. */
export function sendRequestTo(port: number, question: TestRequest): Promise<TestResponse> {
  const { method = 'GET', url, headers, payload } = question;
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path: url, headers: { ...length, ...headers }, agent: false },
      (response) => {
        text(response).then(
          (body) =>
            resolve({
              statusCode: response.statusCode ?? 0,
              headers: response.headers,
              body,
              json: <T>() => JSON.parse(body) as T,
            }),
          reject,
        );
      },
    );
    request.once('error', reject);
    request.end(payload);
  });
}
