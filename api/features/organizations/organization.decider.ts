import { DomainError, notFound } from '../../platform/domain-error.js';
import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { OrganizationEvent } from './organization.events.js';

export type Organization =
  | { readonly status: 'missing' }
  | {
      readonly status: 'paid' | 'unpaid';
      readonly organizationId: string;
      readonly nameHmac: string;
      readonly userLimit: number;
    };

/** `now` in ISO 8601. */
export type OrganizationCommand =
  | { type: 'CreateOrganization'; organizationId: string; name: string; nameHmac: string; now: string }
  | { type: 'SetPaid'; isPaid: boolean }
  | { type: 'ChangeUserLimit'; userLimit: number };

/** Product §9 and decisions O2, O4. */
const LIMITS = { initial: 5, minimum: 5, maximum: 1_000, step: 5 } as const;

/** A customer: new ones are unpaid and have the smallest limit (decisions O2). */
export const organizationDecider: Decider<Organization, OrganizationCommand, OrganizationEvent> = {
  initialState: { status: 'missing' },

  decide(command, organization) {
    if (command.type === 'CreateOrganization') return create(command, organization);
    if (organization.status === 'missing') throw notFound('The organization');
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
    }
  },

  evolve(organization, event) {
    if (event.type === 'OrganizationCreated') {
      const { organizationId, nameHmac, userLimit } = event.data;
      return { status: 'unpaid', organizationId, nameHmac, userLimit };
    }
    if (organization.status === 'missing') return organization;
    switch (event.type) {
      case 'OrganizationMarkedPaid':
        return { ...organization, status: 'paid' };
      case 'OrganizationMarkedUnpaid':
        return { ...organization, status: 'unpaid' };
      case 'OrganizationUserLimitChanged':
        return { ...organization, userLimit: event.data.userLimit };
      default:
        event satisfies never;
        return organization;
    }
  },
};

function create(
  { organizationId, name, nameHmac, now }: Extract<OrganizationCommand, { type: 'CreateOrganization' }>,
  organization: Organization,
): OrganizationEvent[] {
  if (organization.status !== 'missing') {
    if (organization.nameHmac === nameHmac) return [];
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another organization.', 422);
  }
  const data = { organizationId, name, nameHmac, userLimit: LIMITS.initial, createdAt: now };
  return [{ type: 'OrganizationCreated', data }];
}

function assertLimit(userLimit: number): void {
  const { minimum, maximum, step } = LIMITS;
  if (userLimit >= minimum && userLimit <= maximum && userLimit % step === 0) return;
  const message = `The user limit must be between ${minimum} and ${maximum} in steps of ${step}.`;
  throw new DomainError('VALIDATION_FAILED', message, 400, { UserLimit: [message] });
}
