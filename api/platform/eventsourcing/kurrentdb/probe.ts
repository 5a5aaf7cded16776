import { readFile } from 'node:fs/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type KurrentDbAddress, parseKurrentDbUrl } from '../../../config-kurrentdb.js';
import type { KurrentDbSettings } from '../../../config-settings.js';
import { StartError } from '../../database/start-error.js';
import { failureText } from '../../failures.js';
import { type KurrentDb, openKurrentDb } from './kurrentdb-client.js';
import { forEveryPlatform } from './log-ownership.js';
import { LogUnavailable, RefusedCredentials } from './log-unavailable.js';
import { readPage } from './kurrentdb-reads.js';

/** Time limits for the concurrent connections to all hosts, and for a read. Both together stay below five seconds. */
const CONNECT_WITHIN_MS = 1_500;
const READ_WITHIN_MS = 3_000;

type Host = KurrentDbAddress['hosts'][number];
/** What is wrong with a host. A wrong setting stays wrong; everything else may pass. */
interface Finding {
  readonly host: string;
  readonly wrong: string;
  readonly isSetting: boolean;
}

/**
 * Looks once whether KurrentDB answers, in at most five seconds.
 * @param open the client to read with, instead of a new one
 * @returns a sentence about an outage, which may pass; undefined when KurrentDB answers
 * @throws StartError for credentials, a certificate or TLS settings that no later attempt would accept
 */
export async function probeKurrentDb(settings: KurrentDbSettings, open?: KurrentDb): Promise<string | undefined> {
  const address = parseKurrentDbUrl(settings.url);
  const findings = await Promise.all(address.hosts.map((host) => lookAt(host, address)));
  const faults = findings.filter((finding) => finding !== undefined);
  const setting = faults.find(({ isSetting }) => isSetting);
  if (setting) throw new StartError(sentence([setting]));
  if (faults.length === address.hosts.length) return sentence(faults);
  const host = address.hosts.map(nameOf).join(', ');
  try {
    await (open ? readFirst(open) : readOnce(settings));
    return undefined;
  } catch (error) {
    if (error instanceof RefusedCredentials)
      throw new StartError(sentence([{ host, wrong: 'rejects the user or the password', isSetting: true }]), {
        cause: error,
      });
    if (!(error instanceof LogUnavailable)) throw error;
    return sentence([{ host, wrong: `accepts connections but does not answer (${error.reason})`, isSetting: false }]);
  }
}

const sentence = (findings: readonly Finding[]): string =>
  `KURRENTDB_URL: ${findings.map(({ host, wrong }) => `${host} ${wrong}`).join('; ')}.`;

const nameOf = ({ host, port }: Host): string => `${host}:${port}`;

const readFirst = (kurrentDb: KurrentDb): Promise<unknown> =>
  readPage(forEveryPlatform(kurrentDb), 'forwards', 'start', 1, READ_WITHIN_MS);

async function readOnce(settings: KurrentDbSettings): Promise<void> {
  const kurrentDb = await openKurrentDb(settings);
  try {
    await readFirst(kurrentDb);
  } finally {
    await kurrentDb.client.dispose();
  }
}

/** Connects as the client would, because the client does not say why a connection fails. */
async function lookAt(place: Host, address: KurrentDbAddress): Promise<Finding | undefined> {
  const host = nameOf(place);
  const plain = await failureOf(connectPlain(place), 'connect');
  if (plain) return { host, wrong: `is not reachable (${failureText(plain)})`, isSetting: false };
  const servername = isIP(place.host) ? '' : place.host;
  const ca = address.caFile && (await readFile(address.caFile));
  const options = { ...place, servername, ALPNProtocols: ['h2'], ...(ca && { ca }) };
  const trusts = address.tls && address.verifiesCertificate;
  const secure = await failureOf(connectTls({ ...options, rejectUnauthorized: trusts }), 'secureConnect');
  if (!address.tls) return secure ? undefined : { host, wrong: 'speaks TLS: remove tls=false', isSetting: true };
  return secure && { host, ...tlsFault(secure) };
}

function tlsFault(error: NodeJS.ErrnoException): Omit<Finding, 'host'> {
  const { code = '' } = error;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { wrong: 'has a certificate for another host name: use a name of the certificate', isSetting: true };
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return {
      wrong: `has a certificate that is not trusted (${code}): name the file of its authority with tlsCAFile`,
      isSetting: true,
    };
  if (/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/.test(code))
    return { wrong: 'does not speak TLS: write tls=false, or turn on TLS at the server', isSetting: true };
  return { wrong: `breaks off TLS (${failureText(error)})`, isSetting: false };
}

/** Resolves when the socket emits `event`, or with the reason why it does not in time. */
function failureOf(socket: Socket, event: 'connect' | 'secureConnect'): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    socket.setTimeout(CONNECT_WITHIN_MS / 2, () => resolve(new Error('no answer in time')));
    socket.once(event, () => resolve(undefined));
    socket.on('error', resolve);
    socket.once('close', () => resolve(new Error('the connection was closed')));
  }).finally(() => socket.destroy());
}
