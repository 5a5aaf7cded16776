import type { AuditRule, PersonalFields } from './define-events.js';
import type { StreamDefinition } from './define-stream.js';
import type { PersonalDataRegistry } from './personal-data.js';
import type { EventSchemas } from './schema-checking-event-store.js';

/** Audit rules by event type. */
export type AuditRules = ReadonlyMap<string, AuditRule>;

/** All kinds of stream of the platform, with the declarations of their events. */
export class StreamSet {
  /** The schema of each event. */
  readonly schemas: EventSchemas;
  /** The personal fields of each event that has some. */
  readonly personalData: PersonalDataRegistry;
  /** The audit rule of each event that the audit lists. */
  readonly auditRules: AuditRules;
  private readonly prefixesOfOneEvent: readonly string[];

  /** @throws TypeError when two definitions share a prefix, or declare an event of the same name differently */
  constructor(definitions: readonly StreamDefinition[]) {
    const prefixes = definitions.map(({ prefix }) => prefix);
    const repeated = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index);
    if (repeated !== undefined) throw new TypeError(`Two definitions have the stream prefix ${repeated}`);
    const events = new Map(definitions.flatMap((definition) => Object.entries(definition.events)));
    for (const definition of definitions) {
      for (const [type, event] of Object.entries(definition.events)) {
        if (events.get(type) !== event) throw new TypeError(`The event ${type} is declared twice`);
      }
    }
    this.schemas = Object.fromEntries([...events].map(([type, { schema }]) => [type, schema]));
    this.personalData = Object.fromEntries(
      [...events].flatMap(([type, { personal }]): [string, PersonalFields][] => (personal ? [[type, personal]] : [])),
    );
    this.auditRules = new Map([...events].flatMap(([type, { audit }]) => (audit ? [[type, audit]] : [])));
    this.prefixesOfOneEvent = definitions.flatMap(({ prefix, holdsOneEvent }) => (holdsOneEvent ? [`${prefix}-`] : []));
  }

  /** Returns whether a stream never gets a second event. */
  readonly holdsOneEvent = (stream: string): boolean =>
    this.prefixesOfOneEvent.some((prefix) => stream.startsWith(prefix));
}
