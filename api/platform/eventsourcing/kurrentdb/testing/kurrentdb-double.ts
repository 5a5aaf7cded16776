import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js';
import featuresService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import streamsService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import { KurrentDbDoubleLog } from './kurrentdb-double-log.js';
import {
  appendResponse,
  batchResponse,
  expectedOf,
  proposedOf,
  streamOf,
  uuidText,
} from './kurrentdb-double-messages.js';
import { answerRead } from './kurrentdb-double-reading.js';

type BatchAppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Diagnostics channel on which Node reports each connection that a server of this process accepts. */
const NEW_SOCKETS = 'net.server.socket';

/** Fault of the next call: no leader yet, a follower answers, the connection breaks after the append, or no answer. */
export type DoubleFault = 'not ready' | 'not leader' | 'answer lost' | 'silent';

export interface DoubleOptions {
  /** False for a server before 21.10, which supports only one append per call. */
  readonly batchAppend?: boolean;
  readonly tls?: { readonly key: string; readonly certificate: string };
  /** Credentials that all calls need, if set. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

/**
 * Test double of a KurrentDB server, for environments without one. It serves the gRPC services of the published .proto files over a
 * log in memory, with the rules that the event store relies on and with faults on demand.
 */
export class KurrentDbDouble {
  readonly log = new KurrentDbDoubleLog();
  private readonly faults = { read: [] as DoubleFault[], append: [] as DoubleFault[] };
  private server = new Server();
  private port = 0;

  private constructor(private readonly options: DoubleOptions) {}

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
    this.server.addService(streamsService.StreamsService, {
      read: this.read,
      append: this.append,
      batchAppend: (call: BatchAppendCall) => void this.batchAppend(call),
    });
    this.server.addService(featuresService.ServerFeaturesService, { getSupportedMethods: this.supportedMethods });
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

  private readonly supportedMethods: handleUnaryCall<unknown, InstanceType<typeof features.SupportedMethods>> = (
    _call,
    answer,
  ) => {
    const names = ['read', 'append', ...(this.options.batchAppend === false ? [] : ['batchappend'])];
    const methods = names.map((name) =>
      new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
    );
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('25.1.0').setMethodsList(methods));
  };

  private readonly read: handleServerStreamingCall<ReadReq, ReadResp> = (call) => {
    const fail = (error: ServiceError): void => void call.emit('error', error);
    void this.answer(call.metadata, 'read', async () => answerRead(call, this.log), fail);
  };

  private readonly append: handleClientStreamingCall<AppendReq, AppendResp> = (call, answer) => {
    const work = async (): Promise<void> => {
      const requests: AppendReq[] = [];
      for await (const request of call) requests.push(request as AppendReq);
      const options = requests[0]!.getOptions()!;
      const proposed = requests.slice(1).map((request) => proposedOf(request.getProposedMessage()!));
      const expected = expectedOf(options);
      const verdict = this.log.append(streamOf(options.getStreamIdentifier()), expected, proposed);
      if (this.faults.append[0] === 'answer lost') throw this.breakOff();
      answer(null, appendResponse(verdict, expected));
    };
    void this.answer(call.metadata, 'append', work, (error) => answer(error));
  };

  private readonly batchAppend = async (call: BatchAppendCall): Promise<void> => {
    const refusal = this.refusal(call.metadata);
    if (refusal) return void call.emit('error', refusal);
    const pending = new Map<string, BatchAppendReq[]>();
    call.on('data', (request: BatchAppendReq) => {
      const id = uuidText(request.getCorrelationId());
      const parts = [...(pending.get(id) ?? []), request];
      pending.set(id, parts);
      if (!request.getIsFinal()) return;
      pending.delete(id);
      this.answerBatch(call, parts);
    });
    call.on('error', () => undefined);
    await once(call, 'end').catch(() => undefined);
    call.end();
  };

  private answerBatch(call: BatchAppendCall, parts: readonly BatchAppendReq[]): void {
    const fault = this.faults.append.shift();
    const options = parts[0]!.getOptions()!;
    const stream = streamOf(options.getStreamIdentifier());
    const correlationId = parts[0]!.getCorrelationId()!;
    if (fault === 'silent') return;
    if (fault === 'not leader') return void call.emit('error', this.notLeader());
    if (fault === 'not ready') return void call.write(batchResponse(correlationId, stream, 'not ready'));
    const proposed = parts.flatMap((part) => part.getProposedMessagesList().map(proposedOf));
    const verdict = this.log.append(stream, expectedOf(options), proposed);
    if (fault === 'answer lost')
      return void call.emit('error', serviceError(status.UNAVAILABLE, 'The connection broke'));
    call.write(batchResponse(correlationId, stream, verdict));
  }

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
      if (fault === 'not leader') throw this.notLeader();
      if (fault) throw serviceError(status.UNAVAILABLE, 'Server Is Not Ready');
      await work();
    } catch (error) {
      fail(error as ServiceError);
    }
  }

  private breakOff(): ServiceError {
    this.faults.append.shift();
    return serviceError(status.UNAVAILABLE, 'The connection broke');
  }

  /** Returns the error of a follower, with the address of the leader, here the same server. */
  private notLeader(): ServiceError {
    return serviceError(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(this.port),
    });
  }

  private refusal(metadata: Metadata): ServiceError | undefined {
    const { credentials } = this.options;
    if (!credentials) return undefined;
    const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    if (metadata.get('authorization').includes(`Basic ${basic}`)) return undefined;
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
