import type { Fact, Facts } from '../../platform/eventsourcing/define-events.js';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';
import type { AuditRules } from '../../platform/eventsourcing/stream-set.js';

/** Facts whose values are ids, and what of. */
export const ID_FACTS: Readonly<Record<string, 'organization' | 'user' | 'course'>> = {
  organization: 'organization',
  instructor: 'user',
  student: 'user',
  course: 'course',
};

/** One field of a target that an event changed. */
export interface Change {
  readonly field: string;
  readonly from: Fact;
  readonly to: Fact;
}

/** Returns the facts from an event on; {} for events that the audit does not list. */
export const factsOf = ({ type, data }: DomainEvent, rules: AuditRules): Facts => rules.get(type)?.facts?.(data) ?? {};

/**
 * Returns what an event changed, given the facts before it as far as they were read; the event's own word on them comes first.
 * Nothing and an empty text are the same.
 */
export function changesOf(past: Facts, event: DomainEvent, rules: AuditRules): Change[] {
  const before = { ...past, ...rules.get(event.type)?.before?.(event.data) };
  return Object.entries(factsOf(event, rules)).flatMap(([field, value]) => {
    const [from, to] = [before[field] ?? null, value].map((fact) => (fact === '' ? null : fact)) as [Fact, Fact];
    return from === to ? [] : [{ field, from, to }];
  });
}
