import type { PersonalFields } from './define-events.js';
import type { EventMetadata, EventToAppend, RecordedEvent } from './message.js';
import { decrypt, encrypt, type SubjectKey, type SubjectKeys } from './personal-data-keys.js';

/** Personal fields by event type. */
export type PersonalDataRegistry = Readonly<Record<string, PersonalFields>>;

/** The value that a reader without the key gets. Projections that erase a person write the same value. */
export const ERASED = '[erased]';

/** The field of an event's stored data that contains the encrypted fields. Stored events contain this name. */
const ENCRYPTED = '$sealed';
/** Prefix of an encrypted address in stored events. */
const ENCRYPTED_ADDRESS = 'sealed:';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Data = Readonly<Record<string, unknown>>;

/** Returns whether the personal fields of stored data are encrypted. */
export const isEncrypted = (data: object): boolean => ENCRYPTED in data;

type Keys = ReadonlyMap<string, SubjectKey | null>;

/**
 * Encrypts personal data in the log: declared fields with their subject's key, the address with the actor's key. The address of an
 * anonymous actor uses the subject's key, and is not stored when there is no subject. For an erased subject {@link ERASED} is
 * recorded instead. The event id is authenticated, so that a ciphertext cannot be moved to another event.
 */
export class PersonalDataVault {
  constructor(
    private readonly keys: SubjectKeys,
    private readonly registry: PersonalDataRegistry,
  ) {}

  /** Encrypts personal data, after creating missing keys. Events without personal data are returned unchanged. */
  async encrypt(events: readonly EventToAppend[]): Promise<readonly EventToAppend[]> {
    for (const event of events) this.assertSubject(event);
    const subjects = new Set(events.flatMap((event) => this.subjectsOf(event)));
    if (subjects.size === 0) return events.map((event) => this.withoutOwnerlessAddress(event));
    const keys = await this.keys.ensure(subjects);
    return events.map((event) => this.encryptEvent(event, keys));
  }

  /**
   * Decrypts a batch with one query for keys. Where a key is missing, the value is {@link ERASED}, or null for an address. A value that
   * cannot be decrypted throws {@link Undecryptable} on access: only its readers fail, and the rest of the batch stays usable.
   */
  async decrypt(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const subjects = new Set<string>();
    for (const event of events) {
      if (ENCRYPTED in event.data) subjects.add(this.subjectOf(event) ?? '');
      if (isEncryptedAddress(event.metadata)) subjects.add(this.addressOwnerOf(event) ?? '');
    }
    subjects.delete('');
    const keys = await this.keys.load(subjects);
    return events.map((event) => this.decryptEvent(event, keys));
  }

  /**
   * Prepares for {@link decryptFollowed} by one more reader, because events before its first one may have erased people whose keys are
   * still cached.
   */
  beginFollowing(): void {
    this.keys.forgetAll();
  }

  /**
   * Like {@link decrypt}, for readers of the log that store what they read: never decrypts an event after that of its subject's erasure. The
   * key is deleted before that event is appended, so it is enough to clear the cache when the event is read. Around that moment:
   *
   * - Another process may still encrypt texts with its cached key. Nothing can decrypt them once the caches are cleared.
   * - Texts before the event of the erasure may still be decrypted. Projections replace them when they apply that event.
   */
  async decryptFollowed(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    if (events.some(({ type }) => this.registry[type]?.erases)) this.keys.forgetAll();
    return this.decrypt(events);
  }

  private subjectsOf(event: EventToAppend): string[] {
    const subject = this.hasFields(event) ? this.subjectOf(event) : undefined;
    const owner = event.metadata.address === null ? undefined : this.addressOwnerOf(event);
    return [subject, owner].filter((id) => id !== undefined);
  }

  /** Returns the person whose erasure also erases the address; undefined when there is none. */
  private addressOwnerOf(event: EventToAppend): string | undefined {
    return UUID.test(event.metadata.actorId) ? event.metadata.actorId : this.subjectOf(event);
  }

  /** Personal fields may be optional: an event without any of them is recorded unchanged. */
  private hasFields({ type, data }: EventToAppend): boolean {
    return this.registry[type]?.fields.some((field) => (data as Data)[field] !== undefined) ?? false;
  }

  private withoutOwnerlessAddress(event: EventToAppend): EventToAppend {
    return event.metadata.address === null ? event : { ...event, metadata: { ...event.metadata, address: null } };
  }

  private subjectOf({ type, data }: EventToAppend): string | undefined {
    const id = (data as Data)[this.registry[type]?.subject ?? ''];
    return typeof id === 'string' && UUID.test(id) ? id : undefined;
  }

  private assertSubject(event: EventToAppend): void {
    const { address, actorId } = event.metadata;
    const isNeeded = this.hasFields(event) || (address !== null && !UUID.test(actorId));
    if (isNeeded && event.type in this.registry && this.subjectOf(event) === undefined)
      throw new Error(`${event.type} has no subject whose key can encrypt it`);
  }

  private encryptEvent(event: EventToAppend, keys: Keys): EventToAppend {
    const data = this.hasFields(event) ? this.encryptData(event, keys.get(this.subjectOf(event)!)) : event.data;
    const { address } = event.metadata;
    const owner = keys.get(this.addressOwnerOf(event) ?? '');
    if (address === null || !owner) return this.withoutOwnerlessAddress({ ...event, data });
    const ciphertext = encrypt(owner.key, address, event.eventId).toString('base64url');
    return { ...event, data, metadata: { ...event.metadata, address: ENCRYPTED_ADDRESS + ciphertext } };
  }

  private encryptData(event: EventToAppend, subject: SubjectKey | null | undefined): object {
    const { fields } = this.registry[event.type]!;
    const entries = Object.entries(event.data);
    const plain = Object.fromEntries(entries.filter(([field]) => !fields.includes(field)));
    if (!subject) return { ...plain, ...Object.fromEntries(fields.map((field) => [field, ERASED])) };
    const personal = JSON.stringify(Object.fromEntries(entries.filter(([field]) => fields.includes(field))));
    return { ...plain, [ENCRYPTED]: encrypt(subject.key, personal, event.eventId).toString('base64url') };
  }

  private decryptEvent(event: RecordedEvent, keys: Keys): RecordedEvent {
    const isEncrypted = ENCRYPTED in event.data;
    const isAddressEncrypted = isEncryptedAddress(event.metadata);
    if (!isEncrypted && !isAddressEncrypted) return event;
    return {
      ...event,
      data: isEncrypted ? this.decryptData(event, keys) : event.data,
      metadata: isAddressEncrypted
        ? decryptMetadata(event, keys.get(this.addressOwnerOf(event) ?? ''))
        : event.metadata,
    };
  }

  private decryptData(event: RecordedEvent, keys: Keys): object {
    const { [ENCRYPTED]: ciphertext, ...plain } = event.data as Data;
    const fields = this.registry[event.type]?.fields ?? [];
    const subject = this.subjectOf(event);
    if (subject === undefined) return withUnreadable(plain, fields, event);
    try {
      const personal = decryptText(String(ciphertext), event, keys.get(subject));
      if (personal === null) return { ...plain, ...Object.fromEntries(fields.map((field) => [field, ERASED])) };
      return { ...plain, ...(JSON.parse(personal) as object) };
    } catch {
      return withUnreadable(plain, fields, event);
    }
  }
}

/** The personal data of an event was changed, belongs to another event or names no person. */
export class Undecryptable extends Error {
  constructor({ type, eventId }: RecordedEvent) {
    super(`Personal data of ${type} ${eventId} cannot be decrypted`);
    this.name = 'Undecryptable';
  }
}

function withUnreadable(plain: Data, fields: readonly string[], event: RecordedEvent): object {
  const get = (): never => {
    throw new Undecryptable(event);
  };
  return Object.defineProperties(
    { ...plain },
    Object.fromEntries(fields.map((field) => [field, { get, enumerable: true }])),
  );
}

/**
 * Decrypts a text of an event; null when the key is missing. A key that is younger than the event replaced a lost one, for example
 * after a restore without keys.
 * @throws when the text was changed or belongs to another event
 */
function decryptText(
  ciphertext: string,
  { eventId, recordedAt }: RecordedEvent,
  subject: SubjectKey | null | undefined,
): string | null {
  if (!subject) return null;
  try {
    return decrypt(subject.key, Buffer.from(ciphertext, 'base64url'), eventId).toString('utf8');
  } catch (error) {
    if (subject.createdAt > new Date(recordedAt)) return null;
    throw error;
  }
}

const isEncryptedAddress = (metadata: EventMetadata): metadata is EventMetadata & { address: string } =>
  metadata.address?.startsWith(ENCRYPTED_ADDRESS) ?? false;

/** Decrypts the address on access: no projection reads it, and a rebuild reads millions of events. */
function decryptMetadata(event: RecordedEvent, subject: SubjectKey | null | undefined): EventMetadata {
  const { metadata } = event;
  const ciphertext = metadata.address?.slice(ENCRYPTED_ADDRESS.length) ?? '';
  return {
    ...metadata,
    get address() {
      return decryptText(ciphertext, event, subject);
    },
  };
}
