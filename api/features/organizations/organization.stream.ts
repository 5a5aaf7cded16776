import { USER_LIMIT } from '../../contracts/organization.contract.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type OrganizationEvent, organizationEvents } from './organization.events.js';

export type OrganizationState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'paid' | 'unpaid' | 'deleted';
      readonly organizationId: string;
      readonly name: string;
      readonly nameHmac: string;
      readonly createdAt: string;
      readonly userLimit: number;
      readonly recordsClasses: boolean;
    };

/** Commands of an organization; `now` in ISO 8601. */
export type OrganizationCommand =
  | { type: 'CreateOrganization'; organizationId: string; name: string; nameHmac: string; now: string }
  | { type: 'SetPaid'; isPaid: boolean }
  | { type: 'ChangeUserLimit'; userLimit: number }
  | { type: 'RecordClasses'; recordsClasses: boolean }
  | { type: 'Delete' };

/** Stream of an organization. A new one is unpaid, has the smallest limit and records classes (docs/rules.md#new-organizations). */
export const organizationStream = defineStream({
  prefix: 'organization',
  events: organizationEvents,
  initialState: { status: 'missing' } as OrganizationState,

  decide(command: OrganizationCommand, organization): OrganizationEvent[] {
    if (command.type === 'CreateOrganization') return create(command, organization);
    if (command.type === 'Delete' && organization.status === 'deleted') return [];
    if (organization.status === 'missing' || organization.status === 'deleted') throw notFound('The organization');
    const { organizationId } = organization;
    switch (command.type) {
      case 'SetPaid': {
        if (command.isPaid === (organization.status === 'paid')) return [];
        const type = command.isPaid ? 'OrganizationMarkedPaid' : 'OrganizationMarkedUnpaid';
        return [{ type, data: { organizationId } }];
      }
      case 'ChangeUserLimit': {
        const { userLimit } = command;
        assertLimit(userLimit);
        if (userLimit === organization.userLimit) return [];
        return [{ type: 'OrganizationUserLimitChanged', data: { organizationId, userLimit } }];
      }
      case 'RecordClasses': {
        const { recordsClasses } = command;
        if (recordsClasses === organization.recordsClasses) return [];
        return [{ type: 'OrganizationRecordingChanged', data: { organizationId, recordsClasses } }];
      }
      case 'Delete':
        return [{ type: 'OrganizationDeleted', data: { organizationId } }];
    }
  },

  evolve(organization, event): OrganizationState {
    if (event.type === 'OrganizationCreated') {
      return { status: 'unpaid', recordsClasses: true, ...event.data };
    }
    if (organization.status === 'missing') return organization;
    switch (event.type) {
      case 'OrganizationMarkedPaid':
        return { ...organization, status: 'paid' };
      case 'OrganizationMarkedUnpaid':
        return { ...organization, status: 'unpaid' };
      case 'OrganizationUserLimitChanged':
        return { ...organization, userLimit: event.data.userLimit };
      case 'OrganizationRecordingChanged':
        return { ...organization, recordsClasses: event.data.recordsClasses };
      case 'OrganizationDeleted':
        return { ...organization, status: 'deleted' };
      default:
        event satisfies never;
        return organization;
    }
  },
});

function create(
  { organizationId, name, nameHmac, now }: Extract<OrganizationCommand, { type: 'CreateOrganization' }>,
  organization: OrganizationState,
): OrganizationEvent[] {
  if (organization.status !== 'missing') {
    if (organization.nameHmac === nameHmac) return [];
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another organization.', 422);
  }
  const data = { organizationId, name, nameHmac, userLimit: USER_LIMIT.minimum, createdAt: now };
  return [{ type: 'OrganizationCreated', data }];
}

function assertLimit(userLimit: number): void {
  const { minimum, maximum, step } = USER_LIMIT;
  if (userLimit >= minimum && userLimit <= maximum && userLimit % step === 0) return;
  const message = `The user limit must be between ${minimum} and ${maximum} in steps of ${step}.`;
  throw new DomainError('VALIDATION_FAILED', message, 400, { UserLimit: [message] });
}
