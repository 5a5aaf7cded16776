import { DomainError, notFound } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type AccessCodeEvent, accessCodeEvents } from './access-code.events.js';

export type AccessCodeState =
  | { readonly status: 'missing' }
  | {
      readonly status: 'known' | 'deleted';
      readonly accessCodeId: string;
      readonly code: string;
      readonly generatedAt: string;
      readonly organizationId: string | null;
    };

/** Commands of an access code; `now` in ISO 8601. */
export type AccessCodeCommand =
  | { type: 'Generate'; accessCodeId: string; code: string; codeHmac: string; now: string }
  | { type: 'Assign'; organizationId: string }
  | { type: 'Delete' };

/** Stream of a registration code. It is assigned to one organization, once; its members stay when it is deleted. */
export const accessCodeStream = defineStream({
  prefix: 'access-code',
  events: accessCodeEvents,
  initialState: { status: 'missing' } as AccessCodeState,

  decide(command: AccessCodeCommand, accessCode): AccessCodeEvent[] {
    if (command.type === 'Generate') {
      if (accessCode.status !== 'missing') return [];
      const { accessCodeId, code, codeHmac, now } = command;
      return [{ type: 'AccessCodeGenerated', data: { accessCodeId, code, codeHmac, generatedAt: now } }];
    }
    if (accessCode.status !== 'known') throw notFound('The access code');
    const { accessCodeId, organizationId } = accessCode;
    if (command.type === 'Delete') return [{ type: 'AccessCodeDeleted', data: { accessCodeId } }];
    if (organizationId !== null) {
      throw new DomainError('ACCESS_CODE_ASSIGNED', 'Access code is already assigned.');
    }
    return [{ type: 'AccessCodeAssigned', data: { accessCodeId, organizationId: command.organizationId } }];
  },

  evolve(accessCode, event): AccessCodeState {
    if (event.type === 'AccessCodeGenerated') {
      const { accessCodeId, code, generatedAt } = event.data;
      return { status: 'known', accessCodeId, code, generatedAt, organizationId: null };
    }
    if (accessCode.status === 'missing') return accessCode;
    switch (event.type) {
      case 'AccessCodeAssigned':
        return { ...accessCode, organizationId: event.data.organizationId };
      case 'AccessCodeDeleted':
        return { ...accessCode, status: 'deleted' };
      default:
        event satisfies never;
        return accessCode;
    }
  },
});
