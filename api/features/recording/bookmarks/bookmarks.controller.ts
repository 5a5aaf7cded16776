import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { AddBookmarkRequest, type Bookmark, ChangeBookmarkRequest } from '../../../contracts/bookmark.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, type RequestContext } from '../../../platform/http/request-context.js';
import { LiveHub } from '../../../platform/live/live-hub.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { Bookmarks } from './bookmarks.js';

/** Routes of the bookmarks of a class, for staff of the course (docs/rules.md#bookmarks). */
@Controller('sessions/:sessionId/bookmarks')
@Roles(...STAFF)
export class BookmarksController {
  constructor(
    private readonly access: CourseAccess,
    private readonly bookmarks: Bookmarks,
    private readonly hub: LiveHub,
  ) {}

  @Get()
  async list(@Param('sessionId', { schema: Id }) sessionId: string, @CurrentActor() actor: Actor): Promise<Bookmark[]> {
    await this.access.classOfStaff(actor, sessionId);
    return this.bookmarks.list(sessionId);
  }

  @Post()
  async add(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Body({ schema: AddBookmarkRequest }) { note, at }: AddBookmarkRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<Bookmark> {
    await this.access.classOfStaff(actor, sessionId);
    const { userId: authorId } = actor;
    const added = await this.bookmarks.add({ id: context.commandId, sessionId, authorId, note, at });
    this.changed(sessionId);
    return added;
  }

  @Put(':bookmarkId')
  async change(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('bookmarkId', { schema: Id }) bookmarkId: string,
    @Body({ schema: ChangeBookmarkRequest }) { note }: ChangeBookmarkRequest,
    @CurrentActor() actor: Actor,
  ): Promise<Bookmark> {
    await this.access.classOfStaff(actor, sessionId);
    const changed = await this.bookmarks.change(sessionId, bookmarkId, note);
    this.changed(sessionId);
    return changed;
  }

  @Delete(':bookmarkId')
  @HttpCode(204)
  async delete(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('bookmarkId', { schema: Id }) bookmarkId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.access.classOfStaff(actor, sessionId);
    await this.bookmarks.delete(sessionId, bookmarkId);
    this.changed(sessionId);
  }

  /** Publishes the change to watchers on this node; other nodes read it within two seconds. */
  private changed(sessionId: string): void {
    this.hub.changed('recorded-states', sessionId);
  }
}
