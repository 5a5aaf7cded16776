import type { SECURITY_EVENT_KINDS, SecurityEventKind } from '../../../api/contracts/security-event.contract.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import { momentOf } from './audit-filter.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
export const KINDS: typeof SECURITY_EVENT_KINDS = [
  'sign-in-failed',
  'password-spraying',
  'forbidden',
  'throttled',
  'left-out',
];

/** Filter of the security events; the name only labels the id for people who open the link. */
export interface SecurityFilter {
  kind: SecurityEventKind | undefined;
  userId: string | undefined;
  userName: string | undefined;
  address: string | undefined;
  /** Local times in the format of `datetime-local` fields. */
  from: string | undefined;
  to: string | undefined;
}

const NAMES = ['kind', 'userId', 'userName', 'address', 'from', 'to'] as const;

/** The filter, kept in the address so that it can be linked. */
export function useSecurityFilter() {
  const [search, change] = useSearchInUrl();
  const read = (name: (typeof NAMES)[number]) => search.get(name) ?? undefined;
  const filter: SecurityFilter = {
    kind: KINDS.find((known) => known === read('kind')),
    userId: read('userId'),
    userName: read('userName'),
    address: read('address'),
    from: read('from'),
    to: read('to'),
  };
  return {
    filter,
    narrowed: NAMES.some((name) => search.has(name)),
    change: (next: Partial<SecurityFilter>) => change(next),
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  };
}

/** Returns the filter as query parameters of GET /audit/security and /audit/security.csv. */
export function securityParameters({ kind, userId, address, from, to }: SecurityFilter): URLSearchParams {
  const known = { kind, userId, address, from: momentOf(from), to: momentOf(to) };
  return new URLSearchParams(Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])));
}
