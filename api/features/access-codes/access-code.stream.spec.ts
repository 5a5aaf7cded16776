import { given } from '../../platform/eventsourcing/testing/given.js';
import type { AccessCodeEvent } from './access-code.events.js';
import { accessCodeStream } from './access-code.stream.js';

const accessCode = given(accessCodeStream);
const accessCodeId = '0198c0de-0000-7000-8000-0000000000c1';
const organizationId = '0198c0de-0000-7000-8000-0000000000b1';
const now = '2026-03-02T09:00:00.000Z';
const [code, codeHmac] = ['7K3MQ9XWPB4TRD2H', 'a1'];
const generated: AccessCodeEvent = {
  type: 'AccessCodeGenerated',
  data: { accessCodeId, code, codeHmac, generatedAt: now },
};
const assigned: AccessCodeEvent = { type: 'AccessCodeAssigned', data: { accessCodeId, organizationId } };
const deleted: AccessCodeEvent = { type: 'AccessCodeDeleted', data: { accessCodeId } };
const generate = { type: 'Generate', accessCodeId, code, codeHmac, now } as const;
const assign = { type: 'Assign', organizationId } as const;

it('is generated once, and a repeat keeps the first code', () => {
  accessCode().when(generate).thenRecords(generated);
  accessCode(generated)
    .when({ ...generate, code: 'ANOTHERCODE23456' })
    .thenNothing();
});

it('is assigned once, also to the same organization', () => {
  accessCode(generated).when(assign).thenRecords(assigned);
  accessCode(generated, assigned).when(assign).thenRejected('ACCESS_CODE_ASSIGNED', 'Access code is already assigned.');
});

it('is deleted, assigned or not, and then not found', () => {
  accessCode(generated).when({ type: 'Delete' }).thenRecords(deleted);
  accessCode(generated, assigned).when({ type: 'Delete' }).thenRecords(deleted);
  accessCode(generated, deleted).when({ type: 'Delete' }).thenRejected('NOT_FOUND');
  accessCode(generated, deleted).when(assign).thenRejected('NOT_FOUND');
  accessCode().when(assign).thenRejected('NOT_FOUND');
});
