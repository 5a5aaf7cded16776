import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { SealAnchorSettings } from '../../../config-settings.js';
import type { SealAnchor } from './seal-anchor.js';

/** A destination outside the database for anchors. */
export interface AnchorTarget {
  readonly name: 'file' | 'webhook' | 'syslog';
  /** Writes one anchor. Rejects unless the anchor is certainly written, as far as the protocol can confirm that. */
  write(anchor: SealAnchor, signal: AbortSignal): Promise<void>;
}

/** Returns the targets that are configured. */
export function anchorTargets({ file, webhook, syslog }: SealAnchorSettings): AnchorTarget[] {
  const targets: AnchorTarget[] = [];
  if (file !== undefined) targets.push(fileTarget(file));
  if (webhook !== undefined)
    targets.push({ name: 'webhook', write: (anchor, signal) => post(new URL(webhook), anchor, signal) });
  if (syslog !== undefined)
    targets.push({ name: 'syslog', write: (anchor, signal) => sendToSyslog(new URL(syslog), anchor, signal) });
  return targets;
}

/** Serializes writes, so that a file system that hangs blocks at most one thread of the process. */
function fileTarget(path: string): AnchorTarget {
  let last = Promise.resolve();
  const write = (anchor: SealAnchor): Promise<void> => {
    last = last.catch(() => undefined).then(() => appendLine(path, JSON.stringify(anchor)));
    return last;
  };
  return { name: 'file', write };
}

const NEWLINE = 0x0a;

/** Opens the file for each line, so that it can be moved away at any time. */
async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    // A full disk or a crash may have cut off the last line.
    const isCutOff = size > 0 && (await lastByte(file, size)) !== NEWLINE;
    await file.appendFile(`${isCutOff ? '\n' : ''}${line}\n`);
    await file.sync();
    if (size === 0) await syncFolder(dirname(path));
  } finally {
    await file.close();
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

/** Makes the name of a new file durable, which a crash may lose otherwise. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function post(url: URL, anchor: SealAnchor, signal: AbortSignal): Promise<void> {
  const { username, password } = url;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  // fetch rejects a URL with credentials.
  [url.username, url.password] = ['', ''];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...((username || password) && { authorization: `Basic ${credentials.toString('base64')}` }),
    },
    body: JSON.stringify(anchor),
    redirect: 'manual',
    signal,
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** Facility 13 (log audit), severity 6 (informational): RFC 5424, section 6.2.1. */
const PRIORITY = 13 * 8 + 6;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'udp:': 514, 'tcp:': 514, 'tls:': 6514 };

async function sendToSyslog(url: URL, anchor: SealAnchor, signal: AbortSignal): Promise<void> {
  const header = [`<${PRIORITY}>1`, anchor.sealedAt, hostname(), 'ready-room', process.pid, 'seal', '-'];
  const message = Buffer.from(`${header.join(' ')} ${JSON.stringify(anchor)}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port) || DEFAULT_PORTS[url.protocol]!;
  if (url.protocol === 'udp:') return sendDatagram(message, host, port);
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = url.protocol === 'tls:' ? connectTls({ host, port, ...name }) : connectTcp({ host, port });
  await sendAndClose(addAbortSignal(signal, socket), message);
}

async function sendDatagram(message: Buffer, host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    socket.close();
  }
}

/**
 * Frames the message by its length (RFC 6587). Syslog has no acknowledgements, but a server closes the connection only after it has
 * read everything up to the end.
 */
async function sendAndClose(socket: Socket, message: Buffer): Promise<void> {
  socket.resume();
  socket.end(Buffer.concat([Buffer.from(`${message.length} `), message]));
  await once(socket, 'close');
}
