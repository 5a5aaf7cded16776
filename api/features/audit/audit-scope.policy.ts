import { Injectable } from '@nestjs/common';
import type { AuditTarget } from '../../contracts/audit.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { AuditIndex } from './audit.query.js';

/** Scope of the audit for a caller: an organization, or null for all of it. */
@Injectable()
export class AuditScope {
  constructor(
    private readonly index: AuditIndex,
    private readonly progress: Progress,
  ) {}

  /**
   * Returns the SQL scope of the caller (docs/rules.md#audit). An organization admin sees a target that belongs to their
   * organization now, and only the part of its history while it did.
   */
  async of(actor: Actor, type: AuditTarget | undefined, id: string | undefined): Promise<string | null> {
    if (actor.role === 'SystemAdmin') return null;
    if (type === undefined || id === undefined) {
      const message = 'Choose a user, an organization or a course.';
      throw new DomainError('VALIDATION_FAILED', message, 400, { TargetType: [message], TargetId: [message] });
    }
    const { organizationId } = actor;
    const isOwnOrganization = async () =>
      organizationId !== null && (await this.index.organizationOf(type, id)) === organizationId;
    if (!(await isOwnOrganization())) {
      await this.progress.catchUp();
      if (!(await isOwnOrganization())) throw notFound('The target');
    }
    return organizationId;
  }
}
