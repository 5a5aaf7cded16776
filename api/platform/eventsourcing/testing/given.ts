import { DomainError } from '../../domain-error.js';
import type { ErrorCode } from '../../../contracts/problem.contract.js';
import type { Decider } from '../define-stream.js';
import type { DomainEvent } from '../message.js';

interface Outcome<Event extends DomainEvent> {
  /** Expects exactly these events to be recorded. */
  thenRecords(...events: readonly Event[]): void;
  thenNothing(): void;
  thenRejected(code: ErrorCode, message?: string): void;
}

/** Tests a decider: given past events, when a command, then events or a refusal. Decides twice to detect impure rules. */
export const given =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (...past: readonly Event[]) => ({
    when(command: Command): Outcome<Event> {
      const state = past.reduce(decider.evolve, decider.initialState);
      const decide = (): readonly Event[] => decider.decide(command, state);
      const expectEvents = (events: readonly Event[]): void => {
        expect(decide()).toEqual(events);
        expect(decide()).toEqual(events);
      };
      return {
        thenRecords: (...events) => expectEvents(events),
        thenNothing: () => expectEvents([]),
        thenRejected: (code, message) => {
          expect(decide).toThrow(DomainError);
          expect(decide).toThrow(expect.objectContaining({ code, ...(message && { message }) }) as Error);
        },
      };
    },
  });
