import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import type { ClusterInfo } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import gossipService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import streamsService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import { KurrentDbDoubleLog, type ProposedRecord } from './kurrentdb-double-log.js';
import { appendResponse, expectedOf, proposedOf, streamOf } from './kurrentdb-double-messages.js';
import { answerRead } from './kurrentdb-double-reading.js';

/** Diagnostics channel on which Node reports each connection that a server of this process accepts. */
const NEW_SOCKETS = 'net.server.socket';
/** Time after which a server answers an append that it has dropped. */
const DROPPED_FOR_MS = 3_000;

/** Fault of the next call: no leader yet, a follower answers, the connection breaks after the append, or no answer. */
export type DoubleFault = 'not ready' | 'not leader' | 'answer lost' | 'silent';

/** What a node of a cluster knows about it. */
export interface DoubleMembership {
  readonly log: KurrentDbDoubleLog;
  /** Undefined while there is no leader. */
  readonly leaderPort: () => number | undefined;
  readonly gossip: () => ClusterInfo;
}

export interface DoubleOptions {
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Credentials that all calls need, if set. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Largest append, in bytes of data and metadata. */
  readonly maxAppendBytes?: number;
  /** The cluster that this node belongs to; it stands alone without one. */
  readonly membership?: DoubleMembership;
}

/**
 * Test double of a KurrentDB server, for environments without one. It serves the gRPC services of the published .proto files over a
 * log in memory, with the rules that the event store relies on and with faults on demand.
 */
export class KurrentDbDouble {
  readonly log: KurrentDbDoubleLog;
  /** The port of the last {@link listen}. */
  port = 0;
  /** Number of calls with wrong credentials. */
  refused = 0;
  private readonly faults = { read: [] as DoubleFault[], append: [] as DoubleFault[] };
  private server = new Server();

  private constructor(private readonly options: DoubleOptions) {
    this.log = options.membership?.log ?? new KurrentDbDoubleLog();
  }

  static async start(options: DoubleOptions = {}): Promise<KurrentDbDouble> {
    const double = new KurrentDbDouble(options);
    await double.listen();
    return double;
  }

  get url(): string {
    const { credentials, tls } = this.options;
    const user = credentials ? `${credentials.username}:${credentials.password}@` : '';
    return `kurrentdb://${user}127.0.0.1:${this.port}?tls=${tls !== undefined}`;
  }

  /** Makes the next calls of a kind fail, one fault for each call. */
  fail(kind: 'read' | 'append', ...faults: DoubleFault[]): void {
    this.faults[kind].push(...faults);
  }

  /** Closes every connection; new ones are rejected until {@link listen}. */
  close(): void {
    this.server.forceShutdown();
    unsubscribe(NEW_SOCKETS, this.speedUp);
  }

  /** Starts serving, after {@link close} at the same address. */
  async listen(): Promise<void> {
    this.server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    this.server.addService(streamsService.StreamsService, { read: this.read, append: this.append });
    const { membership } = this.options;
    if (membership)
      this.server.addService(gossipService.GossipService, {
        read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) => answer(null, membership.gossip()),
      });
    subscribe(NEW_SOCKETS, this.speedUp);
    this.port = await new Promise((resolve, reject) =>
      this.server.bindAsync(`127.0.0.1:${this.port}`, this.serverCredentials(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
  }

  /** Disables Nagle's algorithm like a server does. Otherwise small responses wait 40 ms for an acknowledgement. */
  private readonly speedUp = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === this.port) socket.setNoDelay(true);
  };

  private readonly read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    const fail = (error: ServiceError): void => void call.emit('error', error);
    void this.answer(call.metadata, 'read', () => answerRead(call, this.log), fail);
  };

  private readonly append: handleClientStreamingCall<AppendReq, AppendResp> = (call, answer) => {
    const work = async (): Promise<void> => {
      const requests: AppendReq[] = [];
      for await (const request of call) requests.push(request as AppendReq);
      const options = requests[0]!.getOptions()!;
      const proposed = requests.slice(1).map((request) => proposedOf(request.getProposedMessage()!));
      const expected = expectedOf(options);
      this.assertSize(proposed);
      const verdict = this.log.append(streamOf(options.getStreamIdentifier()), expected, proposed);
      if (this.faults.append[0] === 'answer lost') throw this.breakOff();
      if (verdict === 'dropped') {
        await delay(DROPPED_FOR_MS, undefined, { ref: false });
        throw serviceError(status.ABORTED, 'Operation timed out: CommitTimeout');
      }
      answer(null, appendResponse(verdict, expected));
    };
    void this.answer(call.metadata, 'append', work, (error) => answer(error));
  };

  /** Answers a call with the next fault, or runs `work`. */
  private async answer(
    metadata: Metadata,
    kind: 'read' | 'append',
    work: () => Promise<void>,
    fail: (error: ServiceError) => void,
  ): Promise<void> {
    try {
      const refusal = this.refusal(metadata);
      if (refusal) throw refusal;
      const fault = this.faults[kind][0];
      if (fault === 'answer lost' && kind === 'append') return await work();
      this.faults[kind].shift();
      if (fault === 'silent') return;
      if (fault === 'not leader') throw notLeader(this.port);
      if (fault) throw serviceError(status.UNAVAILABLE, 'Server Is Not Ready');
      await work();
    } catch (error) {
      fail(error as ServiceError);
    }
  }

  /** Like a server, checks the size before anything else. */
  private assertSize(proposed: readonly ProposedRecord[]): void {
    const { maxAppendBytes = Infinity } = this.options;
    const bytes = proposed.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
    if (bytes <= maxAppendBytes) return;
    const trailers = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(maxAppendBytes) };
    throw serviceError(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded', trailers);
  }

  private breakOff(): ServiceError {
    this.faults.append.shift();
    return serviceError(status.UNAVAILABLE, 'The connection broke');
  }

  private refusal(metadata: Metadata): ServiceError | undefined {
    const { credentials, membership } = this.options;
    if (membership) {
      const leaderPort = membership.leaderPort();
      if (leaderPort === undefined) return serviceError(status.UNAVAILABLE, 'Server Is Not Ready');
      if (leaderPort !== this.port && metadata.get('requires-leader').includes('true')) return notLeader(leaderPort);
    }
    if (!credentials) return undefined;
    const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    if (metadata.get('authorization').includes(`Basic ${basic}`)) return undefined;
    this.refused += 1;
    return serviceError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
  }

  private serverCredentials(): ServerCredentials {
    const { tls } = this.options;
    if (!tls) return ServerCredentials.createInsecure();
    const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) };
    return ServerCredentials.createSsl(null, [pair]);
  }
}

function serviceError(code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

/** Returns the error of a follower, with the address of the leader. */
const notLeader = (port: number): ServiceError =>
  serviceError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });
