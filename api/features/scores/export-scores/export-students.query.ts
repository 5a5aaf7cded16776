import { Inject, Injectable } from '@nestjs/common';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { type AttemptFilter, COUNTED, exportScope, valuesOf } from '../attempts-in-scope.js';

/** The student's columns, with which each row of an export begins. */
export interface ExportedStudent {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Which students have a row: those on the roster of the class, as on its pages, or those with a result. */
export type ExportedStudents = 'roster' | 'results';

const BATCH_SIZE = 1_000;

@Injectable()
export class ExportStudentsQuery {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  /**
   * Yields students in natural order of usernames, in groups of at most `size`. Each page is one short statement, so no
   * statement stays open between pages.
   */
  async *groups(filter: AttemptFilter, included: ExportedStudents, size: number): AsyncGenerator<ExportedStudent[]> {
    let last: ExportedStudent | undefined;
    for (;;) {
      const students: ExportedStudent[] = await this.page(filter, included, last);
      for (let from = 0; from < students.length; from += size) yield students.slice(from, from + size);
      if (students.length < BATCH_SIZE) return;
      last = students.at(-1);
    }
  }

  private async page(
    filter: AttemptFilter,
    included: ExportedStudents,
    last: ExportedStudent | undefined,
  ): Promise<ExportedStudent[]> {
    const { sql, values } = selectionOf(filter, included);
    const [id, username] = [values.length + 1, values.length + 2];
    const { rows } = await this.reads.query<ExportedStudent>(
      `select p.id, p.username, p.first_name as "firstName", p.last_name as "lastName"
       from read.people p
       where p.id in (${sql})
         and ($${id}::uuid is null or (plain.natural_order(p.username), p.id) > (plain.natural_order($${username}), $${id}))
       order by plain.natural_order(p.username), p.id limit ${BATCH_SIZE}`,
      [...values, last?.id ?? null, last?.username ?? null],
    );
    return rows;
  }
}

const selectionOf = (filter: AttemptFilter, included: ExportedStudents): { sql: string; values: unknown[] } =>
  included === 'results'
    ? { sql: `select user_id from read.attempts where ${exportScope(filter)} and ${COUNTED}`, values: valuesOf(filter) }
    : {
        sql: 'select user_id from read.rosters where session_id = $1 and removed_at is null and ($2::uuid is null or user_id = $2)',
        values: [filter.sessionId, filter.userId],
      };
