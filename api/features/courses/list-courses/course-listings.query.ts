import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ClassSession, CourseDetails, CourseListing } from '../../../contracts/group.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import {
  type ReadModelPosition,
  ReadModelPositions,
} from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import type { LiveRead } from '../../../platform/live/live-topic.js';
import { listMembers } from '../../people/people.query.js';
import { type CourseFilter, CourseQuery, type CourseScope, valuesOf } from '../course.query.js';
import { currentOf, toGroup } from '../to-group.js';

/** Maximum rows of one response or live message. A longer list is read in pages. */
const MAX_ROWS = 1_000;

/** Read models that a listing is built from. A rebuild of one of them requires a full load. */
const PROJECTIONS = ['courses', 'rosters', 'people', 'organizations'];

const SELECT_LISTINGS = `
  select c.course_id, c.name, c.code, c.owner_id, c.organization_id, c.caption, c.deleted_at is not null as deleted,
    coalesce(p.username, '') as owner_name, o.name as organization_name,
    (select count(*)::integer from read.members m where m.course_id = c.course_id) as member_count
  from read.courses c left join read.people p on p.id = c.owner_id left join read.organizations o on o.id = c.organization_id`;

interface ListingRow {
  course_id: string;
  name: string;
  code: string;
  owner_id: string;
  organization_id: string | null;
  caption: string;
  deleted: boolean;
  owner_name: string;
  organization_name: string | null;
  member_count: number;
}

/** Reads courses as the courses page shows them. The caller checks who is allowed to see them. */
@Injectable()
export class CourseListingsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly courses: CourseQuery,
    private readonly positions: ReadModelPositions,
  ) {}

  /**
   * Returns the courses in scope that match the filter, by name in natural order, and their total.
   * @param after a course id: returns only the courses after it, which are the next page of a long list
   */
  async list(
    scope: CourseScope,
    { ownerId, organizationId }: CourseFilter,
    after: string | null,
  ): Promise<ReadModelPosition & { total: number; listings: CourseListing[] }> {
    const position = await this.positions.read(PROJECTIONS);
    const { rows } = await this.pool.query<ListingRow & { total: number }>({
      name: 'list-course-listings',
      text: `with listed as (
               select course_id, plain.natural_order(name) as key, count(*) over ()::integer as total from read.courses c
               where c.deleted_at is null and ($1::uuid is null or c.organization_id = $1)
                 and ($2::uuid is null or c.owner_id = $2) and ($3::uuid is null or c.organization_id = $3)
                 and ($4::uuid is null or c.owner_id = $4)
                 and ($5::uuid is null or (plain.natural_order(name), course_id) >
                   (select plain.natural_order(a.name), a.course_id from read.courses a where a.course_id = $5))
               order by key, course_id limit ${MAX_ROWS}
             )
             select listings.*, listed.total from listed join (${SELECT_LISTINGS}) listings using (course_id)
             order by listed.key, listed.course_id`,
      values: [...valuesOf(scope), organizationId ?? null, ownerId ?? null, after],
    });
    return { ...position, total: rows[0]?.total ?? 0, listings: await this.toListings(rows) };
  }

  /**
   * Returns the courses in scope that changed after `since`, in order of the change. A change of the instructor's account
   * counts too. A course that was deleted or given to another instructor is returned as null. Rows of one sequence stay
   * together.
   */
  async changedSince(scope: CourseScope, since: number, atMost = MAX_ROWS): Promise<LiveRead> {
    const position = await this.positions.read(PROJECTIONS);
    const { rows } = await this.pool.query<ListingRow & { changed_at: string; gone: boolean }>({
      name: 'course-listings-changed-since',
      text: `with touched as (
               select course_id from read.courses where sequence > $3
               union select c.course_id from read.people p join read.courses c on c.owner_id = p.id where p.sequence > $3
             ), page as (
               select c.course_id, greatest(c.sequence, p.sequence) as changed_at, c.deleted_at is not null as gone
               from touched join read.courses c using (course_id) left join read.people p on p.id = c.owner_id
               where ($1::uuid is null or c.organization_id = $1) and ($2::uuid is null or c.owner_id = $2)
                 and ($3 > 0 or c.deleted_at is null)
               union all
               select f.course_id, f.sequence, true from read.former_instructors f join read.courses c using (course_id)
               where $3 > 0 and f.user_id = $2 and f.sequence > $3 and c.owner_id <> $2
               order by changed_at fetch first $4 rows with ties
             )
             select listings.*, page.changed_at, page.gone from page join (${SELECT_LISTINGS}) listings using (course_id)
             order by page.changed_at`,
      values: [...valuesOf(scope), since, atMost],
    });
    const listings = await this.toListings(rows.filter((row) => !row.gone));
    const byId = new Map(listings.map((listing) => [listing.id, listing]));
    const changed = rows.map((row) => ({
      key: row.course_id,
      sequence: Number(row.changed_at),
      value: byId.get(row.course_id) ?? null,
    }));
    const hasMore = changed.length >= atMost;
    return { ...position, ...(hasMore && { sequence: changed.at(-1)!.sequence }), rows: changed, hasMore };
  }

  /** Returns a course with its members, null for an unknown or deleted one. */
  async details(courseId: string): Promise<ReadModelPosition & { details: CourseDetails | null }> {
    const position = await this.positions.read(PROJECTIONS);
    const { rows } = await this.pool.query<ListingRow>({
      name: 'find-course-listing',
      text: `${SELECT_LISTINGS} where c.course_id = $1 and c.deleted_at is null`,
      values: [courseId],
    });
    const course = (await this.toListings(rows))[0];
    if (!course) return { ...position, details: null };
    const memberIds = (await this.courses.listMemberIds([course.id])).get(course.id) ?? [];
    return { ...position, details: { course, members: await listMembers(this.pool, memberIds) } };
  }

  private async toListings(rows: readonly ListingRow[]): Promise<CourseListing[]> {
    const classes = await this.courses.listClasses(rows.map((row) => row.course_id));
    return rows.map((row) => toListing(row, classes.get(row.course_id) ?? []));
  }
}

function toListing(row: ListingRow, classes: readonly ClassSession[]): CourseListing {
  const course = {
    courseId: row.course_id,
    name: row.name,
    code: row.code,
    ownerId: row.owner_id,
    organizationId: row.organization_id,
    caption: row.caption,
    deleted: row.deleted,
  };
  const { memberIds: _, ...group } = toGroup(course, classes, []);
  return {
    ...group,
    ownerName: row.owner_name,
    ownerOrganizationName: row.organization_name,
    memberCount: row.member_count,
    ...currentOf(classes),
  };
}
