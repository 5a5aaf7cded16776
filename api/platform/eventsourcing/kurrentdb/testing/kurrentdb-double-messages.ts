import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { AppendCheck, DoubleRecord, ExpectedState, ProposedRecord } from './kurrentdb-double-log.js';

type Identifier = InstanceType<typeof shared.StreamIdentifier>;
type ReadReq = InstanceType<typeof streams.ReadReq>;
type AppendOptions = InstanceType<typeof streams.AppendReq.Options>;
type Proposed = InstanceType<typeof streams.AppendReq.ProposedMessage>;

const TICKS_A_MILLISECOND = 10_000n;

export const streamOf = (identifier: Identifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const identifierOf = (stream: string): Identifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'));

/** Returns an id as text, from either of its two encodings. */
function uuidText(id: InstanceType<typeof shared.UUID> | undefined): string {
  const structured = id?.getStructured();
  if (!structured) return id?.getString() ?? '';
  const hex = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((bits) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function uuidOf(id: string, asText: boolean): InstanceType<typeof shared.UUID> {
  const uuid = new shared.UUID();
  if (asText) return uuid.setString(id);
  const hex = id.replaceAll('-', '');
  const bits = (from: number): string => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)).toString();
  const structured = new shared.UUID.Structured();
  structured.setMostSignificantBits(bits(0)).setLeastSignificantBits(bits(16));
  return uuid.setStructured(structured);
}

export const proposedOf = (message: Proposed): ProposedRecord => ({
  id: uuidText(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export function expectedOf(options: AppendOptions): ExpectedState {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream exists';
  return Number(options.getRevision());
}

/** Returns the response to a plain append. */
export function appendResponse(
  verdict: Exclude<AppendCheck, 'dropped'>,
  expected: ExpectedState,
): InstanceType<typeof streams.AppendResp> {
  const response = new streams.AppendResp();
  if (verdict.appended) {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(verdict.position.toString()).setPreparePosition(verdict.position.toString());
    const success = new streams.AppendResp.Success().setCurrentRevision(verdict.revision.toString());
    return response.setSuccess(success.setPosition(position));
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (verdict.current < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(verdict.current.toString());
  if (typeof expected === 'number') wrong.setExpectedRevision(expected.toString());
  else wrong.setExpectedNoStream(new shared.Empty());
  return response.setWrongExpectedVersion(wrong);
}

/** Returns the response that contains a record. */
export function eventResponse(record: DoubleRecord, request: ReadReq): InstanceType<typeof streams.ReadResp> {
  const asText = request.getOptions()!.getUuidOption()?.hasString() ?? false;
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event
    .setId(uuidOf(record.id, asText))
    .setStreamIdentifier(identifierOf(record.stream))
    .setStreamRevision(record.revision.toString())
    .setCommitPosition(record.position.toString())
    .setPreparePosition(record.position.toString())
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  const ticks = BigInt(record.created.getTime()) * TICKS_A_MILLISECOND;
  event.getMetadataMap().set('type', record.type);
  event.getMetadataMap().set('content-type', record.contentType);
  event.getMetadataMap().set('created', ticks.toString());
  const read = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(record.position.toString());
  return new streams.ReadResp().setEvent(read);
}

export const streamNotFound = (stream: string): InstanceType<typeof streams.ReadResp> =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );

export const confirmation = (): InstanceType<typeof streams.ReadResp> =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
  );

export const caughtUp = (): InstanceType<typeof streams.ReadResp> =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const checkpointAt = (position: bigint): InstanceType<typeof streams.ReadResp> =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(position.toString()).setPreparePosition(position.toString()),
  );
