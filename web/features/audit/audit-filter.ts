import type { AUDIT_TARGETS, AuditTarget } from '../../../api/contracts/audit.contract.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
export const TARGETS: typeof AUDIT_TARGETS = ['user', 'organization', 'course', 'access-code', 'platform'];

/** Filter of the audit. Names only label the ids, for people who open the link. */
export interface AuditFilter {
  actorId: string | undefined;
  actorName: string | undefined;
  targetType: AuditTarget | undefined;
  targetId: string | undefined;
  targetName: string | undefined;
  action: string | undefined;
  /** Local times in the format of `datetime-local` fields. */
  from: string | undefined;
  to: string | undefined;
}

const NAMES = ['actorId', 'actorName', 'targetType', 'targetId', 'targetName', 'action', 'from', 'to'] as const;

/** The filter, kept in the address so that it can be linked. */
export function useAuditFilter() {
  const [search, change] = useSearchInUrl();
  const read = (name: (typeof NAMES)[number]) => search.get(name) ?? undefined;
  const filter: AuditFilter = {
    actorId: read('actorId'),
    actorName: read('actorName'),
    targetType: TARGETS.find((known) => known === read('targetType')),
    targetId: read('targetId'),
    targetName: read('targetName'),
    action: read('action'),
    from: read('from'),
    to: read('to'),
  };
  return {
    filter,
    narrowed: NAMES.some((name) => search.has(name)),
    change: (next: Partial<AuditFilter>) => change(next),
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  };
}

/** Converts a local time of a `datetime-local` field to the API's format; undefined while it is incomplete. */
export function momentOf(local: string | undefined): string | undefined {
  const date = new Date(local ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Returns the filter as query parameters of GET /audit and /audit.csv. */
export function auditParameters(filter: Partial<AuditFilter>): URLSearchParams {
  const { actorId, targetType, targetId, action, from, to } = filter;
  const known = { actorId, targetType, targetId, action, from: momentOf(from), to: momentOf(to) };
  return new URLSearchParams(Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
