import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../contracts/audit.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { Fact, Facts } from '../../platform/eventsourcing/define-events.js';
import type { StreamPart } from '../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import { PastEvents } from '../../platform/eventsourcing/past-events.js';
import { type AuditRules, StreamSet } from '../../platform/eventsourcing/stream-set.js';
import type { AuditRow } from './audit.query.js';
import { type Change, changesOf, factsOf, ID_FACTS } from './facts.js';
import { type Names, NamesQuery } from './names.query.js';

/** Details of a listed event that are read from the log. */
interface StreamFacts {
  readonly address: string | null;
  readonly changes: readonly Change[];
}

/**
 * Composes entries from rows of the index. Changes come from the events themselves, decrypted with the keys of their subjects. For an
 * erased person no values remain.
 */
@Injectable()
export class AuditEntries {
  constructor(
    private readonly past: PastEvents,
    private readonly names: NamesQuery,
    private readonly streams: StreamSet,
  ) {}

  async compose(rows: readonly AuditRow[], withAddress: boolean): Promise<AuditEntry[]> {
    const { auditRules } = this.streams;
    const facts = collectFacts(await this.past.readParts(partsOf(rows, auditRules)), auditRules);
    const names = await this.names.load(idsIn(rows, facts));
    return rows.map((row) => {
      const { address = null, changes = [] } = facts.get(row.eventId) ?? {};
      const { actorId, actorRole, targetType, targetId, organizationId } = row;
      return {
        id: row.eventId,
        occurredAt: toMoment(row.recordedAt),
        action: row.type,
        actor: actorId && { id: actorId, username: names.get(`user ${actorId}`) ?? null, role: actorRole },
        target: { type: targetType, id: targetId, name: names.get(`${targetType} ${targetId}`) ?? null },
        changes: changes.map((change) => withNames(change, names)),
        organization: organizationId && {
          id: organizationId,
          name: names.get(`organization ${organizationId}`) ?? null,
        },
        requestId: row.requestId,
        address: withAddress ? address : null,
      } as AuditEntry;
    });
  }
}

function partsOf(rows: readonly AuditRow[], rules: AuditRules): StreamPart[] {
  const parts = new Map<string, StreamPart>();
  for (const { stream, version, type } of rows) {
    const part = parts.get(stream) ?? { stream, from: version, to: version };
    const from = rules.get(type)?.needsPast ? 0 : Math.min(part.from, version);
    parts.set(stream, { stream, from, to: Math.max(part.to, version) });
  }
  return [...parts.values()];
}

/** Returns details by event id; `events` of each stream are in order. */
function collectFacts(events: readonly RecordedEvent[], rules: AuditRules): Map<string, StreamFacts> {
  const factsByStream = new Map<string, Facts>();
  const facts = new Map<string, StreamFacts>();
  for (const event of events) {
    const { eventId, stream, metadata } = event;
    const before = factsByStream.get(stream) ?? {};
    facts.set(eventId, {
      // Decrypted on access only, see PersonalDataVault.
      get address() {
        return metadata.address;
      },
      changes: changesOf(before, event, rules),
    });
    factsByStream.set(stream, { ...before, ...factsOf(event, rules) });
  }
  return facts;
}

function idsIn(rows: readonly AuditRow[], facts: ReadonlyMap<string, StreamFacts>): string[] {
  const ids = rows.flatMap(({ eventId, actorId, targetId, organizationId }) => [
    actorId,
    targetId,
    organizationId,
    ...(facts.get(eventId)?.changes ?? []).flatMap(({ field, from, to }) => (field in ID_FACTS ? [from, to] : [])),
  ]);
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

function withNames({ field, from, to }: Change, names: Names): Change {
  const kind = ID_FACTS[field];
  const nameOf = (value: Fact): Fact => (kind && value !== null ? (names.get(`${kind} ${value}`) ?? value) : value);
  return { field, from: nameOf(from), to: nameOf(to) };
}
