import type { Filter } from '@kurrent/kurrentdb-client';
import type * as shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type * as streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { KurrentPosition } from './kurrentdb-position.js';

/** The messages of the protocol, from the .proto files of the client. */
export interface Messages {
  readonly streams: Omit<typeof streams, 'default'>;
  readonly shared: Omit<typeof shared, 'default'>;
}

/** Returns a request for events of one stream, from a revision on. */
export function streamRequest(
  { streams, shared }: Messages,
  stream: string,
  from: number,
  count: number,
): streams.ReadReq {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'));
  const part = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(identifier);
  const options = new streams.ReadReq.Options().setStream(part.setRevision(String(from)));
  return requestOf({ streams, shared }, options.setNoFilter(new shared.Empty()), count);
}

/** Returns a request for events of `$all`, all or filtered, from a position on. The position is included forwards and excluded backwards. */
export function allRequest(
  { streams, shared }: Messages,
  direction: 'forwards' | 'backwards',
  from: KurrentPosition | 'start' | 'end',
  count: number,
  filter?: Filter,
): streams.ReadReq {
  const all = new streams.ReadReq.Options.AllOptions();
  if (from === 'start') all.setStart(new shared.Empty());
  else if (from === 'end') all.setEnd(new shared.Empty());
  else {
    const position = new streams.ReadReq.Options.Position().setCommitPosition(from.commit.toString());
    all.setPosition(position.setPreparePosition(from.prepare.toString()));
  }
  const options = new streams.ReadReq.Options().setAll(all);
  if (filter) options.setFilter(filterOf({ streams, shared }, filter));
  else options.setNoFilter(new shared.Empty());
  const { FORWARDS, BACKWARDS } = streams.ReadReq.Options.ReadDirection;
  return requestOf(
    { streams, shared },
    options.setReadDirection(direction === 'forwards' ? FORWARDS : BACKWARDS),
    count,
  );
}

function filterOf({ streams, shared }: Messages, filter: Filter): streams.ReadReq.Options.FilterOptions {
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  if ('regex' in filter) expression.setRegex(filter.regex);
  else expression.setPrefixList([...filter.prefixes]);
  const options = new streams.ReadReq.Options.FilterOptions().setCount(new shared.Empty());
  return filter.filterOn === 'streamName' ? options.setStreamIdentifier(expression) : options.setEventType(expression);
}

function requestOf({ streams, shared }: Messages, options: streams.ReadReq.Options, count: number): streams.ReadReq {
  const asText = new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty());
  return new streams.ReadReq().setOptions(options.setCount(String(count)).setUuidOption(asText));
}
