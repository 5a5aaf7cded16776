import type { Pool } from 'pg';
import type { Role } from '../../contracts/sign-in.contract.js';
import type { Member } from '../../contracts/user.contract.js';

/** A person, deleted ones included, with the fields that other features need. Members of an unpaid organization cannot play. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly rankTitle: string;
  readonly role: Role;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly organizationPaid: boolean | null;
}

const SELECT_PEOPLE = `
  select p.id, p.username, p.email, p.first_name as "firstName", p.last_name as "lastName", p.rank_title as "rankTitle",
    p.role, p.enabled, p.deleted, p.organization_id as "organizationId", o.name as "organizationName", o.is_paid as "organizationPaid"
  from read.people p left join read.organizations o on o.id = p.organization_id`;

/** Returns the person, or null when the id is unknown. The caller checks the tenant scope. */
export async function findPerson(pool: Pool, id: string): Promise<Person | null> {
  return (await peopleByIds(pool, [id])).get(id) ?? null;
}

/** Returns the people with these ids, by id; unknown ids are omitted. */
export async function peopleByIds(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const { rows } = await pool.query<Person>({
    name: 'people-by-ids',
    text: `${SELECT_PEOPLE} where p.id = any ($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((person) => [person.id, person]));
}

/** Returns the fields that an instructor may see of students, by user name (docs/rules.md#what-instructors-see-of-users). */
export async function listMembers(pool: Pool, ids: readonly string[]): Promise<Member[]> {
  const { rows } = await pool.query<Member>({
    name: 'list-members',
    text: `select id, username, first_name as "firstName", last_name as "lastName", enabled
           from read.people where id = any ($1::uuid[]) order by plain.natural_order(username), id`,
    values: [ids],
  });
  return rows;
}
