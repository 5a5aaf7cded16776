import { DomainError } from '../../platform/domain-error.js';
import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { SandboxEvent } from './sandbox.events.js';

export type SandboxState =
  | { readonly status: 'missing' | 'deleted' }
  | { readonly status: 'kept'; readonly sandboxId: string; readonly version: number };

interface Content {
  readonly title: string;
  readonly contentHash: string;
  readonly size: number;
}

/** Times in ISO 8601. `version`: of the content somebody has opened and changed. */
export type SandboxCommand =
  | ({ type: 'Create'; sandboxId: string; ownerId: string; organizationId: string | null } & Content)
  | ({ type: 'Save'; version: number } & Content)
  | { type: 'Open'; now: string }
  | { type: 'Delete' };

/** Something to try things in: whoever saves must have seen what was saved last. */
export const sandboxDecider: Decider<SandboxState, SandboxCommand, SandboxEvent> = {
  initialState: { status: 'missing' },

  decide(command, state) {
    if (command.type === 'Create') {
      const { type: _, ...data } = command;
      return state.status === 'missing' ? [{ type: 'SandboxCreated', data }] : [];
    }
    if (command.type === 'Delete' && state.status === 'deleted') return [];
    if (state.status !== 'kept') throw new DomainError('NOT_FOUND', 'The sandbox was not found.', 404);
    const { sandboxId } = state;
    switch (command.type) {
      case 'Save': {
        const { title, contentHash, size } = command;
        if (command.version !== state.version) throw savedMeanwhile();
        return [{ type: 'SandboxSaved', data: { sandboxId, title, contentHash, size } }];
      }
      case 'Open':
        return [{ type: 'SandboxOpened', data: { sandboxId, openedAt: command.now } }];
      case 'Delete':
        return [{ type: 'SandboxDeleted', data: { sandboxId } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SandboxCreated':
        return { status: 'kept', sandboxId: event.data.sandboxId, version: 1 };
      case 'SandboxSaved':
        return state.status === 'kept' ? { ...state, version: state.version + 1 } : state;
      case 'SandboxOpened':
        return state;
      case 'SandboxDeleted':
        return { status: 'deleted' };
      default:
        event satisfies never;
        return state;
    }
  },
};

const savedMeanwhile = (): DomainError =>
  new DomainError(
    'SANDBOX_CHANGED',
    'The sandbox was saved elsewhere since you opened it. Open it again, or save yours as a new one.',
  );
