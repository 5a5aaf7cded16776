import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** What a connection string of KurrentDB says about its servers. */
export interface KurrentDbAddress {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  /** False when any certificate is accepted. */
  readonly verifiesCertificate: boolean;
  /** File with the authority of the servers' certificates; undefined means the authorities of Node. */
  readonly caFile: string | undefined;
}

const FORM = /^(?:kurrentdb|kurrent|kdb|esdb)(\+discover)?:\/\/(?:([^:]+):([^@]+)@)?([^/?]+)\/*(?:\?(.*))?$/;
const HOST = /^([\w.-]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORT = 2113;
const LARGEST_PORT = 65_535;

const text = (): boolean => true;
const isNumber = (value: string): boolean => /^-?\d{1,10}$/.test(value);
const isFlag = (value: string): boolean => value === 'true' || value === 'false';
const isPreference = (value: string): boolean => /^(leader|follower|random|read_?only_?replica)$/i.test(value);

/**
 * Parameters that the client knows, with the form of their values. `throwOnAppendFailure` is none of them, because the platform
 * would take a conflict for a success.
 */
const PARAMETERS: Readonly<Record<string, (value: string) => boolean>> = {
  tls: isFlag,
  tlsVerifyCert: isFlag,
  tlsCAFile: text,
  userCertFile: text,
  userKeyFile: text,
  connectionName: text,
  nodePreference: isPreference,
  maxDiscoverAttempts: isNumber,
  discoveryInterval: isNumber,
  gossipTimeout: isNumber,
  defaultDeadline: isNumber,
  keepAliveInterval: isNumber,
  keepAliveTimeout: isNumber,
};
const FILES = ['tlsCAFile', 'userCertFile', 'userKeyFile'];
const flat = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');
const NAMES = new Map(Object.keys(PARAMETERS).map((name) => [flat(name), name]));

/**
 * Parses a connection string as the client does, and refuses what the client would ignore or print with the password.
 * @throws Error with a reason that contains no credentials
 */
export function parseKurrentDbUrl(url: string): KurrentDbAddress {
  const [, discover, user, password, list, query] = FORM.exec(url) ?? [];
  if (list === undefined || /\s/.test(url))
    throw new Error(
      'must look like kurrentdb://user:password@host:2113?tls=true, or kurrentdb://user:password@a,b,c for a cluster',
    );
  assertCredentials(user, password);
  const hosts = list.split(',').map(hostOf);
  if (discover && hosts.length > 1)
    throw new Error(
      'kurrentdb+discover:// takes one DNS name, and only the first host of a list would be used: write kurrentdb://a,b,c',
    );
  const parameters = parametersOf(query);
  return {
    hosts,
    tls: parameters.get('tls') !== 'false',
    verifiesCertificate: parameters.get('tlsVerifyCert') !== 'false',
    caFile: parameters.get('tlsCAFile'),
  };
}

/** A connection string of KurrentDB. */
export const KurrentDbUrl = z.string().superRefine((url, context) => {
  try {
    parseKurrentDbUrl(url);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

/** Prefix of stream names. It ends with a colon, unless it belongs to a log of a version that did not require it. */
export const StreamPrefix = z
  .string()
  .regex(/^([a-z0-9][\w.]{0,49}:?)?$/i, 'must be letters, digits, dots and underscores, and a colon at the end');

function assertCredentials(user = '', password = ''): void {
  if (password.includes(':')) throw new Error('write a colon in the password as %3A');
  try {
    for (const part of [user, password]) decodeURIComponent(part);
  } catch {
    throw new Error('write a percent sign in user or password as %25');
  }
}

function hostOf(text: string): { host: string; port: number } {
  const [, host, port = String(DEFAULT_PORT)] = HOST.exec(text) ?? [];
  // Does not quote the text, which may be the rest of a password.
  if (host === undefined)
    throw new Error('a host or port is not valid: write host:2113, and an @ in the password as %40');
  if (Number(port) < 1 || Number(port) > LARGEST_PORT) throw new Error(`port ${port} is not between 1 and 65535`);
  return { host, port: Number(port) };
}

function parametersOf(query = ''): Map<string, string> {
  if (query.includes('@')) throw new Error('write an @ in a password or parameter as %40');
  const parameters = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const [written = '', value = ''] = pair.split('=');
    const name = NAMES.get(flat(written));
    if (name === undefined)
      throw new Error(`the parameter "${written}" is unknown, known are ${Object.keys(PARAMETERS).join(', ')}`);
    if (value === '' || !PARAMETERS[name]!(value)) throw new Error(`the value of the parameter ${name} is not valid`);
    if (parameters.has(name)) throw new Error(`the parameter ${name} is written twice`);
    parameters.set(name, FILES.includes(name) ? readableFile(name, value) : value);
  }
  return parameters;
}

function readableFile(parameter: string, value: string): string {
  const path = resolve(decodeURIComponent(value));
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new Error(`the file of ${parameter}, ${path}, cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  return path;
}
