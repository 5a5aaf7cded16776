import { Injectable } from '@nestjs/common';
import { scopeSegment } from '../../../contracts/scope.rule.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import type { BoardView } from './board-source.js';
import { BoardSettingsQuery } from './board-settings.query.js';
import type { BoardViewer } from './shown-board.js';

/** A board that a caller is allowed to read, and the parts of it that the caller sees. */
export interface AccessibleBoard {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly view: BoardView;
  readonly frozenAt: Date | null;
  readonly viewer: BoardViewer & { readonly userId: string };
}

/** Path parameters {a} and {b} of a board: ids or `all` (docs/rules.md#paths-of-scores). */
export interface BoardPath {
  readonly session: string;
  readonly organization: string | undefined;
}

/** Decides which boards a caller may read, and which parts of them (docs/rules.md#reading-leaderboards). */
@Injectable()
export class BoardAccess {
  constructor(
    private readonly courses: CourseAccess,
    private readonly settings: BoardSettingsQuery,
  ) {}

  /** Returns the board, or null when it has no rows. */
  async find(actor: Actor, { session, organization }: BoardPath): Promise<AccessibleBoard | null> {
    const sessionId = scopeSegment(session);
    const organizationId = scopeSegment(organization ?? '');
    if (sessionId === undefined || organizationId === undefined) throw notFound('The leaderboard');
    return sessionId === null
      ? this.ofAllClasses(actor, organizationId)
      : this.ofClass(actor, sessionId, organizationId);
  }

  /** Returns a board of staff as students see it. A board that students see is returned unchanged. */
  async asShownToStudents(board: AccessibleBoard): Promise<AccessibleBoard> {
    const { sessionId, view, viewer } = board;
    if (view === 'shown') return board;
    const { naming } = sessionId ? await this.settings.find(sessionId) : viewer;
    return {
      ...board,
      view: 'shown',
      viewer: { ...viewer, naming, withOrganizations: false, withNames: false, respectsHidden: !sessionId },
    };
  }

  /** All results of a class belong to the organization of its course. Any other organization has none there. */
  private async ofClass(
    actor: Actor,
    sessionId: string,
    requestedOrganization: string | null,
  ): Promise<AccessibleBoard | null> {
    const { course, staff } = await this.courses.classOfMember(actor, sessionId);
    if (requestedOrganization !== null && requestedOrganization !== course.organizationId) return null;
    const { naming, frozenAt } = await this.settings.find(sessionId);
    const viewer = {
      userId: actor.userId,
      withOrganizations: actor.roles.includes('SystemAdmin'),
      withNames: staff,
      naming: staff ? ('names' as const) : naming,
      nameScope: course.courseId,
      respectsHidden: false,
    };
    return { sessionId, organizationId: null, view: staff ? 'live' : 'shown', frozenAt, viewer };
  }

  /**
   * System admins see any organization, everyone else their own. Callers without an organization see nothing. Callers who
   * are not staff of all its courses see what students see.
   */
  private ofAllClasses(actor: Actor, requestedOrganization: string | null): AccessibleBoard | null {
    const isSystemAdmin = actor.roles.includes('SystemAdmin');
    if (!isSystemAdmin && requestedOrganization !== null && requestedOrganization !== actor.organizationId)
      throw notFound('The leaderboard');
    const organizationId = isSystemAdmin ? requestedOrganization : actor.organizationId;
    if (!isSystemAdmin && organizationId === null) return null;
    const staff = isSystemAdmin || actor.roles.includes('OrganizationAdmin');
    const viewer = {
      userId: actor.userId,
      withOrganizations: isSystemAdmin,
      withNames: staff,
      naming: 'names' as const,
      nameScope: `all ${organizationId}`,
      respectsHidden: !staff,
    };
    return { sessionId: null, organizationId, view: staff ? 'live' : 'shown', frozenAt: null, viewer };
  }
}
