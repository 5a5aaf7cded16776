import type { z } from 'zod';
import type { AuditTarget } from '../../contracts/audit.contract.js';
import type { DomainEvent } from './message.js';

/**
 * The personal fields of an event; their values are strings or null. `subject` names the field with the person's id. An event
 * without personal fields may still name its subject: the address of an anonymous request is encrypted for that person.
 */
export interface PersonalFields<Field extends string = string> {
  readonly subject: Field;
  readonly fields: readonly Field[];
  /** True for the event that records the erasure of its subject, whose key has been deleted before. */
  readonly erases?: true;
}

/** A person or thing that the audit lists an event under. */
export interface Target {
  readonly type: AuditTarget;
  readonly id: string;
}

/** A value that the audit shows. */
export type Fact = string | number | boolean | null;

/** The state of a target as the audit shows it, by field; ids stand for people, organizations and courses. */
export type Facts = Readonly<Record<string, Fact>>;

/** Declares how the audit lists an event and which changes it shows. Codes and card numbers are not facts: many people read an audit. */
export interface AuditRule<Data extends object = object> {
  /** Returns the target of the event; undefined for an event that is not listed. */
  target(data: Data): Target | undefined;
  /** Returns a second target whose history shows the event too. */
  otherTarget?(data: Data): Target | undefined;
  /** Returns the organization that the target belongs to from this event on. Leave it out where the event does not change that. */
  organization?(data: Data): string | null;
  /** Returns the facts from this event on. */
  facts?(data: Data): Facts;
  /** Returns the facts before this event, as far as the event itself names them. */
  before?(data: Data): Facts;
  /** True for events that do not name what they replace: the audit reads their stream from its start. */
  readonly needsPast?: boolean;
}

/** An event as its feature declares it: the schema of its data, its personal fields and how the audit lists it. */
export interface EventDefinition<Schema extends z.ZodType<object> = z.ZodType<object>> {
  readonly schema: Schema;
  readonly personal?: PersonalFields | undefined;
  readonly audit?: AuditRule | undefined;
}

/** Event definitions by stored name. A name that was ever stored stays declared forever. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** The types of the declared events by name. */
export type EventsOf<Definitions extends EventDefinitions> = {
  [Type in keyof Definitions & string]: DomainEvent<Type, z.infer<Definitions[Type]['schema']>>;
};

interface EventOptions<Data extends object> {
  readonly personal?: PersonalFields<keyof Data & string>;
  /** Leave it out for events that the audit does not list. */
  readonly audit?: AuditRule<Data>;
}

/** Declares an event. Only the fields that `personal` names are encrypted in the log. */
export const event = <Schema extends z.ZodType<object>>(
  schema: Schema,
  { personal, audit }: EventOptions<z.infer<Schema>> = {},
): EventDefinition<Schema> => ({ schema, personal, audit });

/** Returns the target whose id is in this field of the data. */
export const on =
  <Field extends string>(type: AuditTarget, field: Field) =>
  (data: Readonly<Record<Field, string>>): Target => ({ type, id: data[field] });

/** Returns the target of events that concern the platform as a whole. */
export const onPlatform = (): Target => ({ type: 'platform', id: 'platform' });
