import { USER_CSV_COLUMNS } from '../../contracts/user-import.contract.js';

/** A column of the CSV file of users. */
export type UserColumn = (typeof USER_CSV_COLUMNS)[number];

export const REQUIRED_COLUMNS: readonly UserColumn[] = ['username', 'email'];

/** Accepted titles of each column, in lower case without other characters. */
const TITLES: Readonly<Record<UserColumn, readonly string[]>> = {
  username: ['username', 'user', 'login', 'loginname', 'account', 'accountname'],
  email: ['email', 'mail', 'emailaddress', 'mailaddress'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  rankTitle: ['ranktitle', 'rank', 'title'],
  role: ['role', 'roles', 'userrole'],
  organization: ['organization', 'organisation', 'organizationname', 'organisationname'],
  enabled: ['enabled', 'isenabled', 'active', 'isactive'],
};

const BY_TITLE = new Map(USER_CSV_COLUMNS.flatMap((column) => TITLES[column].map((title) => [title, column] as const)));

/** Returns the column of a title, ignoring case, spaces and hyphens; null for an ignored column. */
export const columnOf = (title: string): UserColumn | null =>
  BY_TITLE.get(title.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null;
