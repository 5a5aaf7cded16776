/** Server settings that the platform requires. Passed on the command line, so that no file in the cluster can override them. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  // I/O workers and JIT compilation cost idle memory and gain nothing at the platform's data sizes.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A dead client must not hold locks, or hide new events from readers, for longer than a few seconds.
  tcp_keepalives_idle: '4',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '2s',
  // `log` omits failed statements and their values, which may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Returns the arguments of `postgres` for one cluster and port.
 * @param more further settings, such as those of the WAL archive
 */
export const serverArguments = (
  directory: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): string[] => [
  '-D',
  directory,
  '-p',
  String(port),
  ...Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Returns the arguments of `initdb`. The built-in C.UTF-8 is the same on every system, regardless of LANG and installed locales. */
export const initArguments = (directory: string, passwordFile: string): string[] => [
  '-D',
  directory,
  '--username=postgres',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

/** Returns the environment of the server, without the PG* variables and secrets of this process. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });
