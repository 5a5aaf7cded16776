import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { SignInEvent } from './sign-in.events.js';

/** The sign-ins that last, and until when somebody is locked out (ISO 8601). */
export interface SignIns {
  readonly open: readonly string[];
  readonly lockedUntil: string | null;
}

/** `now` in ISO 8601. */
export type SignInCommand =
  | { type: 'RecordSignIn'; userId: string; familyId: string }
  | { type: 'RecordLock'; userId: string; now: string; until: string }
  | { type: 'RecordSignOut'; userId: string; familyId: string }
  | { type: 'RecordReuse'; userId: string; familyId: string };

/** What is worth remembering of a person's sign-ins; each fact once. */
export const signInDecider: Decider<SignIns, SignInCommand, SignInEvent> = {
  initialState: { open: [], lockedUntil: null },

  decide(command, { open, lockedUntil }) {
    const { userId } = command;
    switch (command.type) {
      case 'RecordSignIn':
        return [{ type: 'SignInSucceeded', data: { userId, familyId: command.familyId } }];
      case 'RecordLock': {
        const isLocked = lockedUntil !== null && lockedUntil > command.now;
        return isLocked ? [] : [{ type: 'SignInLocked', data: { userId, until: command.until } }];
      }
      case 'RecordSignOut':
      case 'RecordReuse': {
        const type = command.type === 'RecordSignOut' ? 'SignedOut' : 'RefreshTokenReused';
        return open.includes(command.familyId) ? [{ type, data: { userId, familyId: command.familyId } }] : [];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SignInSucceeded':
        return { ...state, open: [...state.open, event.data.familyId] };
      case 'SignInLocked':
        return { ...state, lockedUntil: event.data.until };
      case 'SignedOut':
      case 'RefreshTokenReused':
        return { ...state, open: state.open.filter((familyId) => familyId !== event.data.familyId) };
      default:
        event satisfies never;
        return state;
    }
  },
};
