/** Server settings that are ours to decide; given on the command line, so no file in the cluster can undo them. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  // Worker processes for reading ahead and compiled queries cost idle memory and gain nothing at our sizes.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A client that vanished must not hold locks or hide new events from readers for longer than seconds.
  tcp_keepalives_idle: '4',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  client_connection_check_interval: '2s',
  // `log` leaves out failed statements and their values, which may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** The arguments of `postgres` for one cluster and port. `more`: further settings, of the archive. */
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

/** The arguments of `initdb`. The built-in C.UTF-8 is the same on every system, whatever LANG or locales it has. */
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

/** Nothing of our own environment reaches the server: neither PG* variables nor secrets. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });
