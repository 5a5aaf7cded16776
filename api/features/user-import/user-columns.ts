import { USER_CSV_COLUMNS } from '../../contracts/user-import.contract.js';

/** A column of the users' CSV. */
export type UserColumn = (typeof USER_CSV_COLUMNS)[number];

export const REQUIRED_COLUMNS: readonly UserColumn[] = ['username', 'email'];

/** Titles that registrars give a column, in small letters and without anything else. */
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

/** Returns the column that a title means, whatever its case, spaces and hyphens; null for one that is ignored. */
export const columnOf = (title: string): UserColumn | null =>
  BY_TITLE.get(title.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null;
