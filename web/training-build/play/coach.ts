import { FRAMES } from '../flight/flight.js';
import { length } from '../flight/state.js';
import type { Instruments } from './flight-session.js';
import { frameInWords, span } from './words.js';

/** Returns the current hint of a Learn scenario; null in other modes. */
export function hintOf(now: Instruments): string | null {
  const { flight, plan } = now;
  const { goal, mode } = flight.scenario;
  if (mode !== 'Learn' || flight.outcome !== 'flying') return null;
  if (goal.kind === 'observe') return observing(now, goal.seconds);
  if (length(plan) > 0) return planning(now);
  if (flight.limit?.isNear) return 'You are close to the speed limit: plan a burn against your motion.';
  if (flight.secondsInGoal > 0 && goal.kind === 'hold')
    return 'Hold your position. Time counts while you are inside the sphere and slow enough.';
  if (flight.burns > 0) return 'Speed up time, and watch the dashed path. A correction now is cheaper than later.';
  return 'Plan a burn with the arrows. The dashed path is your path without a burn.';
}

function planning({ flight, refusal }: Instruments): string {
  // the next of several points has another colour
  const next = flight.scenario.goal.kind === 'visit' ? 'yellow' : 'green';
  switch (refusal) {
    case 'cooling':
      return `The engine is cooling. Meanwhile, check that the orange path still leads to the ${next} sphere.`;
    case 'fuel':
      return 'This burn needs more fuel than is left. Plan a smaller burn.';
    default:
      return `The orange path shows where this burn takes you. Burn when it leads to the ${next} sphere.`;
  }
}

function observing({ flight, frame }: Instruments, seconds: number): string {
  const left = seconds - flight.observed[frame];
  if (left > 0) return `Watch in this frame for ${span(left)} more. Speed up time.`;
  const unseen = FRAMES.filter((other) => flight.observed[other] < seconds).map(frameInWords);
  return `You have watched long enough in this frame. Next: ${unseen.join(', ')}.`;
}
