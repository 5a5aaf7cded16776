import type { Role } from '../../contracts/sign-in.contract.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { UserEvent, UserRegistered } from './user.events.js';

export type User =
  | { readonly status: 'missing' }
  | {
      readonly status: 'enabled' | 'disabled';
      readonly userId: string;
      readonly username: string;
      readonly usernameHmac: string;
      readonly role: Role;
      readonly organizationId: string | null;
    };

export type UserCommand =
  | { type: 'Register'; registration: UserRegistered['data'] }
  | { type: 'Enable' }
  | { type: 'Disable'; cause: string }
  | { type: 'ChangeRole'; role: Role };

/** A person's account. Who may change whom is policy, not decided here. */
export const userDecider: Decider<User, UserCommand, UserEvent> = {
  initialState: { status: 'missing' },

  decide(command, user) {
    if (command.type === 'Register') return register(command.registration, user);
    if (user.status === 'missing') throw notFound('The user');
    const { userId } = user;
    switch (command.type) {
      case 'Enable':
        return user.status === 'enabled' ? [] : [{ type: 'UserEnabled', data: { userId } }];
      case 'Disable':
        return user.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: { userId, cause: command.cause } }];
      case 'ChangeRole':
        if (command.role === user.role) return [];
        return [{ type: 'UserRoleChanged', data: { userId, from: user.role, to: command.role } }];
    }
  },

  evolve(user, event) {
    if (event.type === 'UserRegistered') {
      const { userId, username, usernameHmac, role, organizationId } = event.data;
      return { status: 'enabled', userId, username, usernameHmac, role, organizationId };
    }
    if (user.status === 'missing') return user;
    switch (event.type) {
      case 'UserEnabled':
        return { ...user, status: 'enabled' };
      case 'UserDisabled':
        return { ...user, status: 'disabled' };
      case 'UserRoleChanged':
        return { ...user, role: event.data.to };
      default:
        event satisfies never;
        return user;
    }
  },
};

function register(registration: UserRegistered['data'], user: User): UserEvent[] {
  if (user.status === 'missing') return [{ type: 'UserRegistered', data: registration }];
  if (user.usernameHmac === registration.usernameHmac) return [];
  throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another user.', 422);
}
