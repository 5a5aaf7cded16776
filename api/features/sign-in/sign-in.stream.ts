import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type SignInEvent, signInEvents } from './sign-in.events.js';

/** State of one sign-in or of one lock. */
export type SignInState = 'unknown' | 'open' | 'over' | 'locked';

/** Commands of the security log; `until` in ISO 8601. */
export type SignInCommand =
  | { type: 'RecordSignIn'; userId: string; familyId: string }
  | { type: 'RecordLock'; userId: string; until: string }
  | { type: 'RecordSignOut'; userId: string; familyId: string }
  | { type: 'RecordReuse'; userId: string; familyId: string };

/** Decider of sign-ins and locks; records each fact once. */
const rules = {
  events: signInEvents,
  initialState: 'unknown' as SignInState,

  decide(command: SignInCommand, state: SignInState): SignInEvent[] {
    const { userId } = command;
    switch (command.type) {
      case 'RecordSignIn':
        return state === 'unknown' ? [{ type: 'SignInSucceeded', data: { userId, familyId: command.familyId } }] : [];
      case 'RecordLock':
        return state === 'unknown' ? [{ type: 'SignInLocked', data: { userId, until: command.until } }] : [];
      case 'RecordSignOut':
      case 'RecordReuse': {
        // The state is unknown for sign-ins that began on a user's older stream; their end is recorded all the same.
        const type = command.type === 'RecordSignOut' ? 'SignedOut' : 'RefreshTokenReused';
        return state === 'over' ? [] : [{ type, data: { userId, familyId: command.familyId } }];
      }
    }
  },

  evolve(state: SignInState, event: SignInEvent): SignInState {
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

/** Stream of one sign-in. */
export const signInStream = defineStream({ prefix: 'sign-in', ...rules });

/** Stream of one lock of an account. `until` in ISO 8601; a lock with another end is another lock. */
export const lockStream = defineStream({
  prefix: 'sign-in-lock',
  key: (userId: string, until: string) => `${userId}-${Date.parse(until)}`,
  ...rules,
});
