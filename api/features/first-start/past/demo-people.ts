import type { Role } from '../../../contracts/sign-in.contract.js';

/** Names of the thirty students, in the order of their user names. */
const STUDENT_NAMES = [
  'Amara Okafor',
  'Mateo Alvarez',
  'Hannah Lindqvist',
  'Kenji Watanabe',
  'Priya Raman',
  'Owen Gallagher',
  'Sofia Marchetti',
  'Daniel Osei',
  'Elena Petrova',
  'Marcus Reed',
  'Ingrid Halvorsen',
  'Tomasz Nowak',
  'Leila Haddad',
  'James Whitaker',
  'Chloe Beaumont',
  'Rafael Souza',
  'Nadia Rahman',
  'Lukas Brandt',
  'Grace Mbeki',
  'Samuel Ortiz',
  'Freya Jensen',
  'Arjun Mehta',
  'Isabel Ferreira',
  'Noah Peterson',
  'Yuki Tanaka',
  'Miriam Cohen',
  'Callum Fraser',
  'Zoe Papadakis',
  'Victor Dubois',
  'Ruth Abebe',
];

const STAFF_NAMES: Readonly<Partial<Record<Role, string>>> = {
  SystemAdmin: 'Alex Morgan',
  OrganizationAdmin: 'Jordan Blake',
  Instructor: 'Robin Castellano',
};

/** A person of the demo; the id is derived from the username. */
export interface DemoPerson {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

/** Adds the person's name to a demo account. */
export function demoPerson({ username, role }: Pick<DemoPerson, 'username' | 'role'>): DemoPerson {
  const number = /^student(\d+)$/.exec(username)?.[1];
  const name = number === undefined ? STAFF_NAMES[role] : STUDENT_NAMES[Number(number) - 1];
  const [firstName = '', lastName = ''] = (name ?? `Demo ${username}`).split(' ');
  return { username, firstName, lastName, role };
}

/** People who only appear in the audit. They have no password; an administrator can send them a link to choose one. */
export const FORMER_PEOPLE = {
  promoted: { username: 'thollis', firstName: 'Taylor', lastName: 'Hollis', role: 'User' },
  moved: { username: 'wkimura', firstName: 'Wren', lastName: 'Kimura', role: 'User' },
  disabled: { username: 'vstrand', firstName: 'Viktor', lastName: 'Strand', role: 'User' },
} as const satisfies Record<string, DemoPerson>;
