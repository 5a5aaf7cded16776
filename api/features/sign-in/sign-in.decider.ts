import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { SignInEvent } from './sign-in.events.js';

/** What is known of one sign-in, or of one lock. */
export type SignInState = 'unknown' | 'open' | 'over' | 'locked';

/** `until` in ISO 8601. */
export type SignInCommand =
  | { type: 'RecordSignIn'; userId: string; familyId: string }
  | { type: 'RecordLock'; userId: string; until: string }
  | { type: 'RecordSignOut'; userId: string; familyId: string }
  | { type: 'RecordReuse'; userId: string; familyId: string };

/** What is worth remembering of a sign-in or a lock; each fact once. */
export const signInDecider: Decider<SignInState, SignInCommand, SignInEvent> = {
  initialState: 'unknown',

  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case 'RecordSignIn':
        return state === 'unknown' ? [{ type: 'SignInSucceeded', data: { userId, familyId: command.familyId } }] : [];
      case 'RecordLock':
        return state === 'unknown' ? [{ type: 'SignInLocked', data: { userId, until: command.until } }] : [];
      case 'RecordSignOut':
      case 'RecordReuse': {
        // Unknown are sign-ins whose beginning lies on the stream of before: they end all the same.
        const type = command.type === 'RecordSignOut' ? 'SignedOut' : 'RefreshTokenReused';
        return state === 'over' ? [] : [{ type, data: { userId, familyId: command.familyId } }];
      }
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'SignInSucceeded':
        return 'open';
      case 'SignInLocked':
        return 'locked';
      case 'SignedOut':
      case 'RefreshTokenReused':
        return 'over';
      default:
        event satisfies never;
        return state;
    }
  },
};
