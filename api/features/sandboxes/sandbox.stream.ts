import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type SandboxCreated, type SandboxEvent, sandboxEvents } from './sandbox.events.js';

export type SandboxState =
  | { readonly status: 'missing' | 'deleted' }
  | {
      readonly status: 'kept';
      readonly sandboxId: string;
      readonly ownerId: string;
      readonly version: number;
      /** The first and the newest content, to recognize repeated requests. */
      readonly first: Saved;
      readonly newest: Saved;
    };

interface Content {
  readonly title: string;
  readonly contentHash: string;
  readonly size: number;
}

/** Commands of the sandbox stream. Times are in ISO 8601. `version` is that of the content that was opened and changed. */
export type SandboxCommand =
  | ({ type: 'Create'; sandboxId: string; ownerId: string; organizationId: string | null } & Content)
  | ({ type: 'Save'; version: number } & Content)
  | { type: 'Open'; now: string }
  | { type: 'Delete' };

/**
 * Stream of a sandbox. Saving requires the newest version, so that a save never overwrites an unseen change. A repeated save, whose first
 * answer was lost, records nothing.
 */
export const sandboxStream = defineStream({
  prefix: 'sandbox',
  events: sandboxEvents,
  initialState: { status: 'missing' } as SandboxState,

  decide(command: SandboxCommand, state): SandboxEvent[] {
    if (command.type === 'Create') {
      const { type: _, ...data } = command;
      if (state.status === 'missing') return [{ type: 'SandboxCreated', data }];
      if (state.status === 'kept' && !isSame(state.first, command)) throw keyReused();
      return [];
    }
    if (command.type === 'Delete' && state.status === 'deleted') return [];
    if (state.status !== 'kept') throw new DomainError('NOT_FOUND', 'The sandbox was not found.', 404);
    const { sandboxId, ownerId } = state;
    switch (command.type) {
      case 'Save': {
        const { title, contentHash, size } = command;
        if (command.version === state.version - 1 && isSame(state.newest, command)) return [];
        if (command.version !== state.version) throw savedMeanwhile();
        return [{ type: 'SandboxSaved', data: { sandboxId, ownerId, title, contentHash, size } }];
      }
      case 'Open':
        return [{ type: 'SandboxOpened', data: { sandboxId, openedAt: command.now } }];
      case 'Delete':
        return [{ type: 'SandboxDeleted', data: { sandboxId, ownerId } }];
    }
  },

  evolve(state, event): SandboxState {
    switch (event.type) {
      case 'SandboxCreated':
        return toState(event.data);
      case 'SandboxSaved':
        return state.status === 'kept' ? { ...state, version: state.version + 1, newest: savedIn(event) } : state;
      case 'SandboxOpened':
        return state;
      case 'SandboxDeleted':
        return { status: 'deleted' };
      default:
        event satisfies never;
        return state;
    }
  },
});

function toState(data: SandboxCreated['data']): SandboxState {
  const { sandboxId, ownerId } = data;
  return { status: 'kept', sandboxId, ownerId, version: 1, first: savedIn({ data }), newest: savedIn({ data }) };
}

type Saved = Pick<Content, 'title' | 'contentHash'>;

const savedIn = ({ data: { title, contentHash } }: { readonly data: Saved }): Saved => ({ title, contentHash });

const isSame = (saved: Saved, { title, contentHash }: Saved): boolean =>
  saved.title === title && saved.contentHash === contentHash;

const keyReused = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another sandbox.', 422);

const savedMeanwhile = (): DomainError =>
  new DomainError(
    'SANDBOX_CHANGED',
    'The sandbox was saved elsewhere since you opened it. Open it again, or save your version as a new one.',
  );
