import type { FlightOutcome } from '../flight/flight.js';
import type { Vector } from '../flight/state.js';
import type { FlightSession } from './flight-session.js';

/** Events of a flight that the interface shows or sounds. */
export interface FlightEvents {
  /** `change` of velocity in m/s. */
  onBurn(change: Vector): void;
  onPlan(): void;
  /** Called when the speed comes near the limit. */
  onLimit(): void;
  onEnd(outcome: FlightOutcome): void;
}

/** Reports the events of a flight from now on. Returns a function that stops it. */
export function watchFlight(session: Pick<FlightSession, 'read' | 'subscribe'>, events: FlightEvents): () => void {
  let before = session.read();
  return session.subscribe(() => {
    const now = session.read();
    const { flight, plan } = before;
    before = now;
    // A burn clears the plan in the same step, so the plan before it is the burn.
    if (now.flight.burns > flight.burns) events.onBurn(plan);
    else if (now.plan !== plan) events.onPlan();
    if (now.flight.outcome !== flight.outcome) events.onEnd(now.flight.outcome);
    else if (now.flight.limit?.isNear && !flight.limit?.isNear) events.onLimit();
  });
}
