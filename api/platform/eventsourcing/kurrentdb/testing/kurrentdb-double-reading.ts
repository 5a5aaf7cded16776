import { setTimeout as delay } from 'node:timers/promises';
import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { type DoubleRecord, type KurrentDbDoubleLog, sizeOf } from './kurrentdb-double-log.js';
import {
  caughtUp,
  checkpointAt,
  confirmation,
  eventResponse,
  streamNotFound,
  streamOf,
} from './kurrentdb-double-messages.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type Options = ReadReq.Options;

/** Number of records that a filtered subscription skips before it sends a checkpoint. */
const CHECKPOINT_EVERY = 32;

/** Answers a read of a stream or of `$all`, or a subscription to `$all`. */
export async function answerRead(call: ReadCall, log: KurrentDbDoubleLog): Promise<void> {
  const options = call.request.getOptions()!;
  if (options.hasSubscription()) return void follow(call, log);
  log.calls.read += 1;
  const stream = options.getStream();
  if (stream) {
    const name = streamOf(stream.getStreamIdentifier());
    const records = log.stream(name);
    if (!records) call.write(streamNotFound(name));
    else for (const record of partOf(records, stream, options)) call.write(eventResponse(record, call.request));
  } else {
    const before = log.scanned;
    const found = partOfAll(log, options);
    await delay((log.scanned - before) * log.scanMsPerRecord, undefined, { ref: false });
    for (const record of found) call.write(eventResponse(record, call.request));
  }
  call.end();
}

function partOf(
  records: readonly DoubleRecord[],
  stream: ReadReq.Options.StreamOptions,
  options: Options,
): DoubleRecord[] {
  const count = Number(options.getCount());
  const forwards = options.getReadDirection() === 0;
  if (forwards) {
    const from = stream.hasRevision() ? Number(stream.getRevision()) : 0;
    const begin = records.findIndex(({ revision }) => revision >= from);
    return stream.hasEnd() || begin < 0 ? [] : records.slice(begin, begin + Math.min(count, records.length));
  }
  const last = stream.hasRevision() ? Number(stream.getRevision()) : records.length - 1;
  return stream.hasStart()
    ? []
    : records
        .slice(0, last + 1)
        .toReversed()
        .slice(0, count);
}

/** Returns part of `$all`. The record at the position is included forwards and excluded backwards. */
function partOfAll(log: KurrentDbDoubleLog, options: Options): DoubleRecord[] {
  const all = options.getAll()!;
  const place = all.hasPosition() ? BigInt(all.getPosition()!.getCommitPosition()) : undefined;
  const matches = matcherOf(options);
  const forwards = options.getReadDirection() === 0;
  const count = Number(options.getCount());
  const found: DoubleRecord[] = [];
  if (forwards ? all.hasEnd() : all.hasStart()) return found;
  const { records } = log;
  if (place !== undefined && isInRecord(records, place))
    throw positionError(options.hasFilter() ? 'FilteredReadAllResult' : 'ReadAllResult');
  const begin = forwards && place !== undefined ? firstFrom(records, place) : 0;
  for (let step = begin; step < records.length && found.length < count; step += 1) {
    const record = records[forwards ? step : records.length - 1 - step]!;
    if (!forwards && place !== undefined && record.position >= place) continue;
    log.scanned += 1;
    if (matches(record)) found.push(record);
  }
  return found;
}

/** Returns the index of the first record at or after a position. */
function firstFrom(records: readonly DoubleRecord[], position: bigint): number {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns whether a position is in the middle of a record. */
function isInRecord(records: readonly DoubleRecord[], position: bigint): boolean {
  const after = firstFrom(records, position);
  const before = records[after - 1];
  return records[after]?.position !== position && before !== undefined && position < before.position + sizeOf(before);
}

/** Returns the error of a server for a position that is none. */
function positionError(result: string): Error {
  const details = `Unexpected ${result}: Error`;
  return Object.assign(new Error(details), { code: status.UNKNOWN, details, metadata: new Metadata() });
}

function matcherOf(options: Options): (record: DoubleRecord) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const expression = filter.getStreamIdentifier() ?? filter.getEventType()!;
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression.getPrefixList();
  return (record) => {
    const text = filter.hasStreamIdentifier() ? record.stream : record.type;
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix));
  };
}

/** Sends all records after the requested position, then "caught up", then new records. */
async function follow(call: ReadCall, log: KurrentDbDoubleLog): Promise<void> {
  const options = call.request.getOptions()!;
  const all = options.getAll()!;
  const matches = matcherOf(options);
  const { records } = log;
  let next = all.hasEnd() ? records.length : 0;
  if (all.hasPosition()) next = firstFrom(records, BigInt(all.getPosition()!.getCommitPosition()) + 1n);
  const over = new AbortController();
  for (const event of ['cancelled', 'close']) call.on(event, () => over.abort());
  const cancelled = over.signal;
  call.write(confirmation());
  let passedOver = 0;
  for (let isLive = false; !cancelled.aborted;) {
    for (; next < records.length && !cancelled.aborted; next += 1) {
      const record = records[next]!;
      passedOver = matches(record) ? 0 : passedOver + 1;
      if (passedOver === 0) call.write(eventResponse(record, call.request));
      else if (passedOver % CHECKPOINT_EVERY === 0) call.write(checkpointAt(record.position));
    }
    if (!isLive) call.write(caughtUp());
    isLive = true;
    if (next >= records.length) await written(log, cancelled);
  }
}

function written(log: KurrentDbDoubleLog, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stopListening();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stopListening = log.onWritten(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
