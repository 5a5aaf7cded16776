import type { AuditEntry } from '../../../api/contracts/audit.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import { preciseTime } from '../../shared/readable-time.js';
import { auditMessages as messages } from './audit.messages.js';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** `SomethingElse` as 'Something else'. */
const spelledOut = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What happened, in plain words, by the event's name. */
export function actionWords(action: string): string {
  const words: Readonly<Record<string, string>> = messages.actions;
  return words[action] ?? spelledOut(action);
}

export function fieldWords(field: string): string {
  const { fields, targets } = messages;
  const words: Readonly<Record<string, string>> = {
    ...fields,
    organization: targets.organization,
    organizationId: targets.organization,
    course: targets.course,
    payment: fields.isPaid,
  };
  return words[field] ?? spelledOut(field);
}

/** Everything one can filter by, in the order of the words. */
export const knownActions = (): { value: string; text: string }[] =>
  Object.entries<string>(messages.actions)
    .map(([value, text]) => ({ value, text }))
    .toSorted((a, b) => naturalOrder(a.text, b.text));

export function valueWords(field: string, value: AuditEntry['changes'][number]['to']): string {
  const words = messages.values;
  if (value === null || value === '') return words.none;
  if (typeof value === 'string' && MOMENT.test(value)) return preciseTime(value);
  if (typeof value !== 'boolean') return String(value);
  if (field === 'enabled') return value ? words.enabled : words.disabled;
  if (field === 'isPaid') return value ? words.paid : words.unpaid;
  return value ? words.yes : words.no;
}

/** Who did it; a person whose name was erased is still somebody. */
export const actorWords = (actor: AuditEntry['actor']): string =>
  actor === null ? messages.thePlatform : (actor.username ?? messages.erasedPerson);

/** Access codes are secrets and have no name here: the end of their id tells them apart. */
export function targetWords({ type, id, name }: AuditEntry['target']): string {
  if (name !== null) return name;
  if (type === 'user') return messages.erasedPerson;
  return type === 'platform' ? messages.targets.platform : messages.unnamed(messages.targets[type], id.slice(-6));
}

/** The role somebody had when they did it; null of who was not signed in, as whoever just signs in. */
export const roleOf = (actor: AuditEntry['actor']): string | null =>
  !actor || actor.role === 'anonymous' ? null : actor.role;
