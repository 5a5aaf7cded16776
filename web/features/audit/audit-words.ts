import type { AuditEntry } from '../../../api/contracts/audit.contract.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import { preciseTime } from '../../shared/readable-time.js';
import { auditMessages as messages } from './audit.messages.js';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Converts `SomethingElse` to 'Something else'. */
const spelledOut = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the description of an action, by the event's name. */
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

/** Returns all actions of the filter, sorted by description. */
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

/** Returns the label of an actor. Actors whose name was erased have a label too. */
export const actorWords = (actor: AuditEntry['actor']): string =>
  actor === null ? messages.thePlatform : (actor.username ?? messages.erasedPerson);

/** Returns the label of a target. Access codes are secrets without a name here, so the end of the id identifies them. */
export function targetWords({ type, id, name }: AuditEntry['target']): string {
  if (name !== null) return name;
  if (type === 'user') return messages.erasedPerson;
  return type === 'platform' ? messages.targets.platform : messages.unnamed(messages.targets[type], id.slice(-6));
}

/** Returns the actor's role at the time of the action; null when not signed in, as during a sign-in. */
export const roleOf = (actor: AuditEntry['actor']): string | null =>
  !actor || actor.role === 'anonymous' ? null : actor.role;
