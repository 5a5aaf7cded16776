import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { USER_CSV_COLUMNS, type UserImportResult, type UserImportRow } from '../../contracts/user-import.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { POOL } from '../../platform/database/pool.js';
import { notFound } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { peopleByIds, type Person } from '../people/people.query.js';
import { scopeOfList, type UserScope } from '../people/user.policy.js';
import type { UserLine, UsersFile } from './read-users-csv.js';
import type { UserColumn } from './user-columns.js';

/** Returns the id of an imported user; a repeated request derives the same id. */
export const importedUserId = (username: string, commandId: string): string =>
  uuidv5(username.toLowerCase(), commandId);

/** An organization named in the file, with its current seats. */
interface ImportTarget {
  readonly id: string;
  readonly name: string;
  readonly userLimit: number;
  readonly active: number;
  readonly paid: boolean;
}

/** A user to be created. */
export interface NewUser extends UserLine {
  readonly line: number;
  readonly organizationId: string | null;
}

export interface ImportPlan {
  readonly rows: UserImportRow[];
  /** Empty when any row has an error. */
  readonly newUsers: readonly NewUser[];
  /** Rows of users who already exist with the same values. */
  readonly unchanged: readonly { readonly line: number; readonly userId: string }[];
  readonly seats: UserImportResult['seats'];
  /** Values that stand in for columns missing from the file. */
  readonly defaults: UserImportResult['understood']['defaults'];
}

/** Organizations named in the file, by lower-case name, and the default organization of users without one. */
interface ImportTargets {
  readonly byName: ReadonlyMap<string, ImportTarget>;
  readonly own: ImportTarget | undefined;
}

type Fault = UserImportRow['errors'][number];
type ImportScope = Exclude<UserScope, { kind: 'none' }>;

/** Plans an import row by row. Only advice for a dry run; the claims and seats decide. */
@Injectable()
export class ImportPlans {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly claims: Claims,
    private readonly progress: Progress,
  ) {}

  /**
   * Plans the import. Names claimed by an earlier, interrupted run of the same command count as the file's own.
   * @throws DomainError 404 for an organization admin without an organization, as for a foreign one
   */
  async make({ lines, columns }: UsersFile, actor: Actor, commandId: string): Promise<ImportPlan> {
    const scope = scopeOfList(actor, undefined);
    if (!scope || scope.kind === 'none') throw notFound('The organization');
    await this.progress.catchUp();
    const users = lines.flatMap(({ user }) => user ?? []);
    const [names, emails, places] = await Promise.all([
      this.claims.ownersOf(
        'username',
        users.map(({ username }) => username),
      ),
      this.claims.ownersOf(
        'email',
        users.map(({ email }) => email),
      ),
      this.places(users, scope),
    ]);
    const people = await peopleByIds(this.pool, [...names.values()]);
    const taken = new Map<string, number>();
    const newUsers: NewUser[] = [];
    const unchanged: { line: number; userId: string }[] = [];
    const rows = lines.map((read): UserImportRow => {
      const { line, username, user } = read;
      if (!user) return { line, username, outcome: 'error', errors: read.errors };
      const target = targetOf(user, places);
      const owner = people.get(names.get(user.username) ?? '');
      // A deleted user keeps the user name, and no longer counts as existing.
      const known = owner?.deleted ? undefined : owner;
      if (known && isInScope(known, scope) && isSame(user, known, columns)) {
        unchanged.push({ line, userId: known.id });
        return { line, username, outcome: 'unchanged', errors: [] };
      }
      const ownId = importedUserId(user.username, commandId);
      const isTaken = (ownerId: string | undefined) =>
        ownerId !== undefined && (ownerId !== ownId || owner !== undefined);
      const errors = [
        ...rightsFaults(user, target, actor),
        ...(isTaken(names.get(user.username)) ? [nameTaken(known, scope)] : []),
        ...(isTaken(emails.get(user.email)) ? [{ field: 'email', message: 'Email is already registered.' }] : []),
        ...(target ? placeFaults(target, user.enabled, taken) : []),
      ];
      if (errors.length > 0) return { line, username, outcome: 'error', errors };
      newUsers.push({ ...user, line, organizationId: target?.id ?? null });
      return { line, username, outcome: 'new', errors: [] };
    });
    const isFaulty = rows.some(({ outcome }) => outcome === 'error');
    return {
      rows,
      newUsers: isFaulty ? [] : newUsers,
      unchanged,
      seats: seatsOf(places, taken),
      defaults: defaultsOf(columns, places.own),
    };
  }

  /** Returns the organizations named in the file that the actor can add users to. */
  private async places(users: readonly UserLine[], scope: ImportScope): Promise<ImportTargets> {
    const { rows } = await this.pool.query<ImportTarget>(
      `select o.id, o.name, o.user_limit as "userLimit", o.is_paid as paid,
         (select count(*)::integer from read.people p
          where p.organization_id = o.id and p.enabled and not p.deleted) as active
       from read.organizations o
       where not o.deleted and (case when $2 then lower(o.name) = any ($1) else o.id = $3 end)`,
      [
        [...new Set(users.map(({ organization }) => (organization ?? '').toLowerCase()))],
        scope.kind === 'all',
        scope.kind === 'organization' ? scope.organizationId : null,
      ],
    );
    return {
      byName: new Map(rows.map((target) => [target.name.toLowerCase(), target])),
      own: scope.kind === 'organization' ? rows[0] : undefined,
    };
  }
}

const targetOf = ({ organization }: UserLine, { byName, own }: ImportTargets): ImportTarget | undefined =>
  organization === null ? own : byName.get(organization.toLowerCase());

const DEFAULTS: Readonly<Partial<Record<UserColumn, string>>> = { role: 'User', enabled: 'true' };

const defaultsOf = (columns: ReadonlySet<UserColumn>, own: ImportTarget | undefined): ImportPlan['defaults'] =>
  USER_CSV_COLUMNS.filter((field) => !columns.has(field)).map((field) => ({
    field,
    value: field === 'organization' ? (own?.name ?? '') : (DEFAULTS[field] ?? ''),
  }));

const isInScope = ({ organizationId }: Person, scope: ImportScope): boolean =>
  scope.kind === 'all' || organizationId === scope.organizationId;

function rightsFaults({ role, organization }: UserLine, target: ImportTarget | undefined, actor: Actor): Fault[] {
  const isSystemAdmin = actor.role === 'SystemAdmin';
  const faults: Fault[] = [];
  if (role === 'SystemAdmin' && !isSystemAdmin)
    faults.push({ field: 'role', message: 'Only system admins can create system admins.' });
  if (!target && ((organization ?? '') !== '' || !isSystemAdmin))
    faults.push({
      field: 'organization',
      message: isSystemAdmin ? 'There is no such organization.' : 'Must be your organization.',
    });
  return faults;
}

const nameTaken = (known: Person | undefined, scope: ImportScope): Fault => ({
  field: 'username',
  message:
    known && isInScope(known, scope) ? 'This user already exists with different values.' : 'Username is already taken.',
});

/** Returns errors of a row's organization, and counts the seats that earlier rows take. */
function placeFaults(
  { id, active, userLimit, paid }: ImportTarget,
  enabled: boolean,
  taken: Map<string, number>,
): Fault[] {
  if (!paid) return [{ field: 'organization', message: 'The organization is unpaid: its users cannot sign in.' }];
  if (!enabled) return [];
  const seats = (taken.get(id) ?? 0) + 1;
  taken.set(id, seats);
  if (active + seats <= userLimit) return [];
  return [{ field: 'organization', message: 'The organization has reached its user limit.' }];
}

const seatsOf = ({ byName }: ImportTargets, taken: ReadonlyMap<string, number>): ImportPlan['seats'] =>
  [...byName.values()].map(({ id, name, userLimit, active }) => ({
    organizationId: id,
    name,
    before: active,
    after: active + (taken.get(id) ?? 0),
    userLimit,
  }));

/** Compares only the columns that the file has; a missing column is no difference. */
const isSame = (user: UserLine, known: Person, columns: ReadonlySet<UserColumn>): boolean =>
  (['username', 'email', 'firstName', 'lastName', 'rankTitle', 'role', 'enabled'] as const).every(
    (field) => !columns.has(field) || user[field] === known[field],
  ) &&
  (!columns.has('organization') ||
    (user.organization ?? '').toLowerCase() === (known.organizationName ?? '').toLowerCase());
