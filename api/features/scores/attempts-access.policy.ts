import { Injectable } from '@nestjs/common';
import type { ClassSession } from '../../contracts/group.contract.js';
import { scopeSegment } from '../../contracts/scope.rule.js';
import type { ScorecardsFilter } from '../../contracts/score.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { notFound } from '../../platform/domain-error.js';
import { CourseAccess } from '../courses/course-access.policy.js';
import type { AttemptFilter } from './attempts-in-scope.js';

/** The attempts that a caller is allowed to see. `session` is null for all classes. */
export interface AccessibleAttempts {
  readonly filter: AttemptFilter;
  readonly session: ClassSession | null;
  readonly seesAllStudents: boolean;
}

type RequestedAttempts = Pick<
  ScorecardsFilter,
  'campaignId' | 'scenarioId' | 'userId' | 'includeFailedScores' | 'attempts'
>;

/**
 * Decides whose attempts a path of /scores/session returns. Staff of the course see all attempts in the class, everyone else
 * their own. Over all classes, system admins see all attempts, organization admins those of the organization, others their
 * own.
 */
@Injectable()
export class AttemptsAccess {
  constructor(private readonly access: CourseAccess) {}

  /** @throws DomainError 404 */
  async of(
    actor: Actor,
    session: string,
    organization: string | undefined,
    query: RequestedAttempts,
  ): Promise<AccessibleAttempts> {
    const sessionId = scopeSegment(session);
    const organizationId = scopeSegment(organization ?? '');
    if (sessionId === undefined || organizationId === undefined) throw notFound('The class');
    const found = sessionId === null ? null : await this.access.classOfMember(actor, sessionId);
    const administered = found ? undefined : administeredOrganization(actor, organizationId);
    const seesAllStudents = found ? found.staff : administered !== undefined;
    const filter = {
      sessionId,
      organizationId: administered ?? organizationId,
      campaignId: query.campaignId ?? null,
      scenarioId: query.scenarioId ?? null,
      userId: seesAllStudents ? (query.userId ?? null) : actor.userId,
      includeFailed: query.includeFailedScores === 'true',
      attempts: query.attempts,
      onRosterOnly: seesAllStudents,
    };
    return { filter, session: found?.session ?? null, seesAllStudents };
  }
}

/**
 * Returns the organization whose attempts an admin may see over all classes. Null means every organization, undefined means
 * that the caller is not allowed to see the attempts of others.
 */
function administeredOrganization(actor: Actor, asked: string | null): string | null | undefined {
  if (actor.roles.includes('SystemAdmin')) return asked;
  const own = actor.roles.includes('OrganizationAdmin') ? actor.organizationId : null;
  return own !== null && (asked === null || asked === own) ? own : undefined;
}
