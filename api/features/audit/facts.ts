import type { Fact, Facts } from '../../platform/eventsourcing/define-events.js';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';
import type { AuditRules } from '../../platform/eventsourcing/stream-set.js';

/** Facts whose values are ids, with the kind of object they name. */
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

/** Returns the facts that hold after an event; {} for events that the audit does not list. */
export const factsOf = ({ type, data }: DomainEvent, rules: AuditRules): Facts => rules.get(type)?.facts?.(data) ?? {};

/**
 * Returns the fields that an event changed, given the earlier facts as far as they were read. Facts stored in the event itself take
 * precedence. Missing and empty values are equal.
 */
export function changesOf(past: Facts, event: DomainEvent, rules: AuditRules): Change[] {
  const before = { ...past, ...rules.get(event.type)?.before?.(event.data) };
  return Object.entries(factsOf(event, rules)).flatMap(([field, value]) => {
    const [from, to] = [before[field] ?? null, value].map((fact) => (fact === '' ? null : fact)) as [Fact, Fact];
    return from === to ? [] : [{ field, from, to }];
  });
}
