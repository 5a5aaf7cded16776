import type { Filter, KurrentDBClient } from '@kurrent/kurrentdb-client';
import type { StreamsClient } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type { KurrentDbSettings } from '../../../config-settings.js';
import type { Messages } from './kurrentdb-requests.js';

/** The client and what all calls have in common. */
export interface KurrentDb {
  readonly client: KurrentDBClient;
  /** Of everything only our own streams. */
  readonly filter: Filter;
  readonly prefix: string;
  readonly messages: Messages;
  /** The errors of calls that this adapter makes itself, as the client's. */
  readonly convertError: (error: Error) => Error;
  readonly Streams: typeof StreamsClient;
}

/** Connects at the first call. The client, which brings gRPC along, is loaded here and nowhere else. */
export async function openKurrentDb({ url, streamPrefix: prefix }: KurrentDbSettings): Promise<KurrentDb> {
  const { KurrentDBClient, convertToCommandError, excludeSystemEvents, streamNameFilter } =
    await import('@kurrent/kurrentdb-client');
  const [streams, shared, service] = await Promise.all([
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'),
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'),
    import('@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'),
  ]);
  return {
    client: KurrentDBClient.connectionString(leavingDeadConnections(url)),
    filter: prefix ? streamNameFilter({ prefixes: [prefix] }) : excludeSystemEvents(),
    prefix,
    messages: { streams: streams.default, shared: shared.default },
    convertError: convertToCommandError,
    Streams: service.default.StreamsClient,
  };
}

const KEEP_ALIVE_TIMEOUT_MS = 3_000;

/**
 * The connection string with a time limit for a ping on a connection that stands: as long as a request may take. With the
 * client's own 10 s nothing is written for twenty seconds when a firewall lets a connection die without a word.
 */
export const leavingDeadConnections = (url: string): string =>
  /[?&]keepAliveTimeout=/i.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${KEEP_ALIVE_TIMEOUT_MS}`;
