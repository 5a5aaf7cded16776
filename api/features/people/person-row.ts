import type { Role } from '../../contracts/sign-in.contract.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { ProjectedEvent } from '../../platform/eventsourcing/projection.js';
import type { UserEvent } from './user.events.js';

/** A row of the table `people`. `search` is the searchable text, `sequence` the event that last changed the row. */
export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly rank_title: string;
  readonly nationality: string | null;
  readonly role: Role;
  readonly organization_id: string | null;
  readonly access_code_id: string | null;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly reset_pending_until: string | null;
  readonly search: string;
  readonly sequence: number;
}

/** Returns the row after an event. Skips events that the row already contains. Undefined when the person does not exist. */
export function evolvePerson(row: PersonRow | undefined, event: ProjectedEvent<UserEvent>): PersonRow | undefined {
  if (event.type === 'UserRegistered') return row ?? searchable(registered(event));
  if (!row || row.sequence >= event.sequence) return row;
  return searchable({ ...row, ...changeOf(event, row), sequence: event.sequence });
}

type Change = Exclude<ProjectedEvent<UserEvent>, { type: 'UserRegistered' }>;

function changeOf({ type, data }: Change, row: PersonRow): Partial<PersonRow> {
  switch (type) {
    case 'UserProfileChanged': {
      const { email, firstName, lastName, rankTitle } = data;
      return { email, first_name: firstName, last_name: lastName, rank_title: rankTitle };
    }
    case 'EmailChangeRequested':
    case 'EmailChangeCancelled':
    case 'SessionsEnded':
      return {};
    case 'UserMovedToOrganization':
      return { organization_id: data.to };
    case 'UserEnabled':
      return { enabled: true };
    case 'UserDisabled':
      return { enabled: false };
    case 'UserRoleChanged':
      return { role: data.to };
    case 'PasswordResetRequested':
      return PENDING_WHEN_BY.has(data.by)
        ? { reset_pending_until: later(row.reset_pending_until, data.expiresAt) }
        : {};
    case 'PasswordChanged':
      return { reset_pending_until: null };
    case 'UserDeleted':
      return { enabled: false, deleted: true, reset_pending_until: null };
    case 'PersonalDataErased':
      return erased;
  }
}

/** Returns the later time. A reset by an administrator does not shorten one that never expires. */
const later = (known: PersonRow['reset_pending_until'], expiresAt: string): PersonRow['reset_pending_until'] =>
  known !== null && new Date(known) > new Date(expiresAt) ? known : expiresAt;

/** Origins of a reset during which the old password is refused. Links and invitations are only mailed. */
const PENDING_WHEN_BY: ReadonlySet<string> = new Set(['admin', 'first-start', 'undo']);

/** The value that a reader without the person's key decrypts from every event. A rebuild therefore writes identical rows. */
const erased = {
  username: ERASED,
  email: ERASED,
  first_name: ERASED,
  last_name: ERASED,
  rank_title: ERASED,
  nationality: ERASED,
};

const registered = ({ data, sequence }: Extract<ProjectedEvent<UserEvent>, { type: 'UserRegistered' }>): PersonRow => ({
  id: data.userId,
  username: data.username,
  email: data.email,
  first_name: data.firstName,
  last_name: data.lastName,
  rank_title: data.rankTitle,
  nationality: data.nationality ?? null,
  role: data.role,
  organization_id: data.organizationId,
  access_code_id: data.accessCodeId ?? null,
  enabled: true,
  deleted: false,
  reset_pending_until: null,
  search: '',
  sequence,
});

const searchable = (row: PersonRow): PersonRow => ({
  ...row,
  search: searchText(`${row.username} ${row.email} ${row.first_name} ${row.last_name}`),
});

/** Normalizes text for searches: ignores case and Unicode composition of accents. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase();
