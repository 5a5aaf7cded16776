import { z } from 'zod';
import { Id, Moment, MomentInput, textLine } from './primitives.contract.js';

/** Maximum number of bookmarks of one class. */
export const MAX_BOOKMARKS = 200;

/**
 * A bookmark of a class: a moment that staff marks for the debrief. Response of POST, PUT, and row of GET /api/sessions/{sessionId}/bookmarks,
 * which returns all bookmarks by time, for staff of the course.
 */
export const Bookmark = z.object({
  id: Id,
  at: Moment,
  note: z.string(),
  /** The member of staff who set it. */
  author: z.object({ userId: Id, name: z.string() }),
});
export type Bookmark = z.infer<typeof Bookmark>;

const Note = textLine(500).trim();

/**
 * Body of POST /api/sessions/{sessionId}/bookmarks. `at` defaults to now, and is never before the class or in the future. 409
 * `BOOKMARK_LIMIT_REACHED` when the class has {@link MAX_BOOKMARKS} bookmarks.
 */
export const AddBookmarkRequest = z.strictObject({ note: Note.default(''), at: MomentInput.optional() });
export type AddBookmarkRequest = z.infer<typeof AddBookmarkRequest>;

/**
 * Body of PUT /api/sessions/{sessionId}/bookmarks/{bookmarkId}. Also restores a bookmark that was deleted less than a day ago, so that a
 * deletion can be undone.
 */
export const ChangeBookmarkRequest = z.strictObject({ note: Note });
export type ChangeBookmarkRequest = z.infer<typeof ChangeBookmarkRequest>;
