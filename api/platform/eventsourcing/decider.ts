import type { DomainEvent } from './message.js';

/**
 * The rules of one kind of stream, three pure values: `decide` may run again after a conflict, so it has no clock, no ids
 * and no awaits; `now`, ids and looked-up facts arrive in the command. `decide` returns [] for "already so" and throws a
 * DomainError for a broken rule.
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  readonly initialState: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
  /**
   * For streams with a long past that many write to at once: {@link Commands} keeps their states in memory, reads only what
   * is new, and lets the writers of one stream wait for each other. Not for states that hold personal data.
   */
  readonly isBusy?: boolean;
}
