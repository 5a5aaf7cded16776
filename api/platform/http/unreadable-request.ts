import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { byStatus } from './problem.js';

const STATUS_BY_CODE: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no HTTP at all, so that no request could be made of it, and hangs up. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  const body = JSON.stringify(byStatus(status).problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
