import type { Filter, KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { StreamsClient } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type { KurrentDbSettings } from '../../../config-settings.js';
import { type ClientInternals, internalsOf } from './client-internals.js';
import { KurrentEpochs } from './kurrentdb-position.js';
import { LogOwnership } from './log-ownership.js';
import type { Messages } from './kurrentdb-requests.js';

/** The client and the options that all calls share. */
export interface KurrentDb {
  readonly client: KurrentDBClient;
  readonly internals: ClientInternals;
  /** Restricts reads of `$all` to the streams with the platform's prefix. */
  readonly filter: Filter;
  readonly prefix: string;
  readonly epochs: KurrentEpochs;
  /** Which of the events in these streams are the platform's own. */
  readonly ownership: LogOwnership;
  readonly messages: Messages;
  /** Converts errors of this adapter's own calls to those of the client. */
  readonly convertError: (error: Error) => Error;
  readonly Streams: typeof StreamsClient;
}

/** Creates the client, which connects at the first call. Only this function loads it, because it also loads gRPC. */
export async function openKurrentDb({ url, streamPrefix: prefix }: KurrentDbSettings): Promise<KurrentDb> {
  const { KurrentDBClient, convertToCommandError, excludeSystemEvents, streamNameFilter } =
    await import('@kurrent/kurrentdb-client');
  const [streams, shared, service] = await Promise.all([
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'),
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'),
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'),
  ]);
  const client = KurrentDBClient.connectionString(withKeepAlive(url));
  return {
    client,
    internals: internalsOf(client),
    filter: prefix ? streamNameFilter({ prefixes: [prefix] }) : excludeSystemEvents(),
    prefix,
    epochs: new KurrentEpochs(),
    ownership: new LogOwnership(),
    messages: { streams: streams.default, shared: shared.default },
    convertError: convertToCommandError,
    Streams: service.default.StreamsClient,
  };
}

const KEEP_ALIVE_TIMEOUT_MS = 3_000;

/**
 * Returns the connection string with a timeout for pings on an idle connection, equal to the duration of a request. With the
 * client's default of 10 s, writes fail for twenty seconds after a firewall drops a connection silently.
 */
export const withKeepAlive = (url: string): string =>
  /[?&]keepAliveTimeout=/i.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`;
