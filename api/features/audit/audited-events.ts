import type { AuditTarget } from '../../contracts/audit.contract.js';
import { type AccessCodeEvent, accessCodeEvents } from '../access-codes/access-code.events.js';
import { bannerEvents, type BannerSet } from '../banner/banner.events.js';
import { type CataloguePublished, catalogueEvents } from '../catalogue/catalogue.events.js';
import { type CourseEvent, courseEvents } from '../courses/course.events.js';
import { membershipEvents, type StudentLeft } from '../courses/membership.events.js';
import { dataExportEvents, type DataExported } from '../exports/data-export.events.js';
import { type PlatformInitialised, platformEvents } from '../first-start/platform.events.js';
import {
  type CourseLeaderboardEvent,
  courseLeaderboardEvents,
  leaderboardsEvents,
  type LeaderboardsCleared,
} from '../leaderboards/leaderboard.events.js';
import { replayEvents, type ReplayRequested } from '../operations/replay.events.js';
import { type OrganizationEvent, organizationEvents } from '../organizations/organization.events.js';
import { type PaymentEvent, paymentEvents } from '../payments/payment.events.js';
import { type UserEvent, userEvents } from '../people/user.events.js';
import { type AnswersEvent, answersEvents } from '../scores/release-answers/answers.events.js';
import { type SandboxDeleted, sandboxEvents } from '../sandboxes/sandbox.events.js';
import { type SignInEvent, signInEvents } from '../sign-in/sign-in.events.js';

/**
 * Events that the audit lists. Seats follow from these, students join on their own, scores change nothing. Of sandboxes only the
 * deletion, which may be the act of another person.
 */
export type AuditedEvent =
  | UserEvent
  | SignInEvent
  | PaymentEvent
  | OrganizationEvent
  | AccessCodeEvent
  | CourseEvent
  | StudentLeft
  | CataloguePublished
  | LeaderboardsCleared
  | CourseLeaderboardEvent
  | AnswersEvent
  | BannerSet
  | DataExported
  | SandboxDeleted
  | ReplayRequested
  | PlatformInitialised;

const ON_PERSON = { ...userEvents, ...signInEvents, ...paymentEvents, ...dataExportEvents };
const ON_COURSE = { ...courseEvents, ...answersEvents, StudentLeft: membershipEvents.StudentLeft };
const ON_PLATFORM = {
  ...catalogueEvents,
  ...leaderboardsEvents,
  ...courseLeaderboardEvents,
  ...bannerEvents,
  ...platformEvents,
  ...replayEvents,
};

export const AUDITED_TYPES = Object.keys({
  ...ON_PERSON,
  ...organizationEvents,
  ...accessCodeEvents,
  ...ON_COURSE,
  SandboxDeleted: sandboxEvents.SandboxDeleted,
  ...ON_PLATFORM,
}) as AuditedEvent['type'][];

/** Whom or what an event is about. */
export interface Target {
  readonly type: AuditTarget;
  readonly id: string;
}

/** The one target that is the platform itself. */
const PLATFORM: Target = { type: 'platform', id: 'platform' };

export function targetOf({ type, data }: AuditedEvent): Target {
  if (type === 'SandboxDeleted') return data.ownerId ? { type: 'user', id: data.ownerId } : PLATFORM;
  if (type in ON_PERSON) return { type: 'user', id: idIn(data, 'userId') };
  if (type in organizationEvents) return { type: 'organization', id: idIn(data, 'organizationId') };
  if (type in ON_COURSE || 'courseId' in data) return { type: 'course', id: idIn(data, 'courseId') };
  if (type in accessCodeEvents) return { type: 'access-code', id: idIn(data, 'accessCodeId') };
  return PLATFORM;
}

/**
 * A second target whose history shows the event too; undefined for most. A person who moved belongs to another organization
 * by now, whose admins must not read the names of courses of the old one; the move itself is in the person's history.
 */
export const otherTargetOf = ({ type, data }: AuditedEvent): Target | undefined =>
  type === 'StudentLeft' && data.cause === undefined ? { type: 'user', id: data.userId } : undefined;

/** The organization the target belongs to from this event on; undefined when the event does not change that. */
export function organizationSetBy(event: AuditedEvent): string | null | undefined {
  if (event.type in organizationEvents) return idIn(event.data, 'organizationId');
  switch (event.type) {
    case 'UserRegistered':
    case 'CourseCreated':
    case 'AccessCodeAssigned':
      return event.data.organizationId;
    case 'UserMovedToOrganization':
      return event.data.to;
    default:
      return undefined;
  }
}

/** False for deletions of sandboxes from before the event named the owner: there is no target to list them under. */
export const isListed = (event: AuditedEvent): boolean =>
  event.type !== 'SandboxDeleted' || event.data.ownerId !== undefined;

const idIn = (data: object, field: string): string => (data as Record<string, string>)[field]!;
