import { given } from '../../platform/eventsourcing/testing/given.js';
import { organizationStream } from './organization.stream.js';
import type { OrganizationEvent } from './organization.events.js';

const organization = given(organizationStream);
const organizationId = '0198c0de-0000-7000-8000-000000000001';
const now = '2026-03-02T09:00:00.000Z';
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { organizationId, name: 'Orbit School', nameHmac: 'a1', userLimit: 5, createdAt: now },
};
const paid: OrganizationEvent = { type: 'OrganizationMarkedPaid', data: { organizationId } };
const create = { type: 'CreateOrganization', organizationId, name: 'Orbit School', nameHmac: 'a1', now } as const;

it('is created unpaid with the smallest limit, once', () => {
  organization().when(create).thenRecords(created);
  organization(created).when(create).thenNothing();
  organization(created)
    .when({ ...create, nameHmac: 'b2' })
    .thenRejected('IDEMPOTENCY_KEY_REUSED');
});

it('is marked paid and unpaid', () => {
  organization(created).when({ type: 'SetPaid', isPaid: true }).thenRecords(paid);
  organization(created).when({ type: 'SetPaid', isPaid: false }).thenNothing();
  organization(created, paid)
    .when({ type: 'SetPaid', isPaid: false })
    .thenRecords({ type: 'OrganizationMarkedUnpaid', data: { organizationId } });
});

it('accepts limits from 5 to 1,000 in steps of 5', () => {
  organization(created)
    .when({ type: 'ChangeUserLimit', userLimit: 1_000 })
    .thenRecords({ type: 'OrganizationUserLimitChanged', data: { organizationId, userLimit: 1_000 } });
  organization(created).when({ type: 'ChangeUserLimit', userLimit: 5 }).thenNothing();
  for (const userLimit of [0, 4, 7, 1_005, -5, 5.5, Number.NaN]) {
    organization(created).when({ type: 'ChangeUserLimit', userLimit }).thenRejected('VALIDATION_FAILED');
  }
});

it('records classes until this is turned off', () => {
  const changed = (recordsClasses: boolean): OrganizationEvent => ({
    type: 'OrganizationRecordingChanged',
    data: { organizationId, recordsClasses },
  });
  const [off, on] = [false, true].map((recordsClasses) => ({ type: 'RecordClasses', recordsClasses }) as const);
  organization(created).when(on!).thenNothing();
  organization(created).when(off!).thenRecords(changed(false));
  organization(created, changed(false)).when(off!).thenNothing();
  organization(created, changed(false)).when(on!).thenRecords(changed(true));
});

it('rejects commands for an unknown organization', () => {
  organization().when({ type: 'SetPaid', isPaid: true }).thenRejected('NOT_FOUND');
});
