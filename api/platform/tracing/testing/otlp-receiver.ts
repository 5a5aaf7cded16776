import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** The part of OTLP that the specs check, with the field numbers of opentelemetry-proto 1. */
const PROTO = `
  syntax = "proto3";
  message Request { repeated ResourceSpans resourceSpans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string text = 1; bool flag = 2; int64 number = 3; double fraction = 4; } }
  message Link { bytes traceId = 1; bytes spanId = 2; }
  message Status { int32 code = 3; }
  message Span {
    bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }`;

interface KeyValue {
  readonly key: string;
  readonly value: { readonly value: 'text' | 'flag' | 'number' | 'fraction' } & Record<string, unknown>;
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly DecodedSpan[] }[];
  }[];
}

interface DecodedSpan {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId: Buffer;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
  readonly links: readonly { readonly traceId: Buffer; readonly spanId: Buffer }[];
  readonly status?: { readonly code: number };
}

/** A received span. Ids are in hexadecimal, '' when missing. */
export interface ReceivedSpan {
  readonly service: unknown;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
}

/** A server that receives traces over OTLP/HTTP, as a collector does. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  /** The status of each response; undefined leaves requests without a response. */
  status: number | undefined = 200;
  private readonly type = protobuf.parse(PROTO).root.lookupType('Request');
  private readonly server: Server = createServer((request, response) => void this.receive(request, response));

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Closes all connections; requests on them fail. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.headers.push(request.headers);
    if (this.status === undefined) return;
    if (this.status === 200 && request.url === '/v1/traces') this.spans.push(...this.decode(body));
    response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
  }

  private decode(body: Buffer): ReceivedSpan[] {
    const options = { arrays: true, longs: Number, oneofs: true } as const;
    const { resourceSpans } = this.type.toObject(this.type.decode(body), options) as Request;
    return resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = valuesOf(resource.attributes)['service.name'];
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => toReceived(span, service)));
    });
  }
}

const toReceived = (span: DecodedSpan, service: unknown): ReceivedSpan => ({
  service,
  name: span.name,
  traceId: hex(span.traceId),
  spanId: hex(span.spanId),
  parentId: hex(span.parentSpanId),
  attributes: valuesOf(span.attributes),
  links: span.links.map(({ traceId, spanId }) => ({ traceId: hex(traceId), spanId: hex(spanId) })),
  failed: span.status?.code === 2,
});

const valuesOf = (attributes: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value[value.value]]));

const hex = (bytes: Buffer | undefined): string => bytes?.toString('hex') ?? '';
