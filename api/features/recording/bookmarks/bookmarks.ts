import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { type Bookmark, MAX_BOOKMARKS } from '../../../contracts/bookmark.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';

/** A new bookmark. `at` in ISO 8601; undefined means now. */
export interface NewBookmark {
  readonly id: string;
  readonly sessionId: string;
  readonly authorId: string;
  readonly note: string;
  readonly at: string | undefined;
}

/** A stored bookmark with the name of its author. */
export interface BookmarkRow {
  bookmark_id: string;
  user_id: string;
  at: Date;
  note: string;
  author: string;
}

const SELECT = `
  select b.bookmark_id, b.user_id, b.at, b.note,
         coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.username, '') as author
  from plain.bookmarks b left join read.people p on p.id = b.user_id
  where b.session_id = $1 and b.deleted_at is null`;

/** A repeated request changes nothing, because it has the same id. */
const INSERT = `
  insert into plain.bookmarks (bookmark_id, session_id, user_id, at, note)
  select $1, $2, $3, least(greatest(coalesce($5, now()), coalesce(k.started_at, k.scheduled_start)), now()), $4
  from read.classes k
  where k.session_id = $2 and (select count(*) from plain.bookmarks where session_id = $2 and deleted_at is null) < ${MAX_BOOKMARKS}
  on conflict (bookmark_id) do nothing`;

const CHANGE = `
  update plain.bookmarks set note = $3, changed_at = now(), deleted_at = null where session_id = $1 and bookmark_id = $2`;

const DELETE = `
  update plain.bookmarks set changed_at = now(), deleted_at = coalesce(deleted_at, now()) where session_id = $1 and bookmark_id = $2`;

/** The bookmarks of classes. Callers check that a person is staff of the course. */
@Injectable()
export class Bookmarks {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the bookmarks of a class by time. */
  async list(sessionId: string): Promise<Bookmark[]> {
    return (await this.read(sessionId)).map(toBookmark);
  }

  /** Returns the rows of {@link list}, whose times have milliseconds. */
  async read(sessionId: string): Promise<BookmarkRow[]> {
    const text = `${SELECT} order by b.at, b.bookmark_id`;
    return (await this.pool.query<BookmarkRow>({ name: 'bookmarks', text, values: [sessionId] })).rows;
  }

  /** @throws DomainError BOOKMARK_LIMIT_REACHED */
  async add({ id, sessionId, authorId, note, at }: NewBookmark): Promise<Bookmark> {
    await this.pool.query(INSERT, [id, sessionId, authorId, note, at]);
    const added = await this.find(sessionId, id);
    if (added) return added;
    throw new DomainError(
      'BOOKMARK_LIMIT_REACHED',
      `A class has at most ${MAX_BOOKMARKS} bookmarks. Delete one to add another.`,
    );
  }

  /** Changes the note of a bookmark, and restores a deleted one. @throws DomainError 404 */
  async change(sessionId: string, id: string, note: string): Promise<Bookmark> {
    await this.pool.query(CHANGE, [sessionId, id, note]);
    const changed = await this.find(sessionId, id);
    if (!changed) throw notFound('The bookmark');
    return changed;
  }

  /** Safe to repeat. @throws DomainError 404 */
  async delete(sessionId: string, id: string): Promise<void> {
    const { rowCount } = await this.pool.query(DELETE, [sessionId, id]);
    if (rowCount === 0) throw notFound('The bookmark');
  }

  private async find(sessionId: string, id: string): Promise<Bookmark | undefined> {
    const { rows } = await this.pool.query<BookmarkRow>(`${SELECT} and b.bookmark_id = $2`, [sessionId, id]);
    return rows[0] && toBookmark(rows[0]);
  }
}

const toBookmark = (row: BookmarkRow): Bookmark => ({
  id: row.bookmark_id,
  at: toMoment(row.at),
  note: row.note,
  author: { userId: row.user_id, name: row.author },
});
