import { useEffect } from 'react';
import { type FlightSession, STEPS } from '../play/flight-session.js';

const PLAN_KEYS: Readonly<Record<string, readonly [axis: 0 | 1 | 2, direction: 1 | -1]>> = {
  ArrowRight: [1, 1],
  ArrowLeft: [1, -1],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  w: [2, 1],
  s: [2, -1],
};

/** The keys of `controls-table.ts`, as long as the flight goes on. */
export function useKeys(session: FlightSession, isOver: boolean): void {
  useEffect(() => {
    if (isOver) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      if (handle(session, event)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [session, isOver]);
}

/** Whoever types into the page around the game does not fly. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target !== document.body &&
  !(target instanceof HTMLCanvasElement) &&
  target.closest('.rr-game') === null;

/** Whether the key meant something. */
function handle(session: FlightSession, { key, shiftKey, target, repeat }: KeyboardEvent): boolean {
  const plan = PLAN_KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (plan) session.planBy(...plan, shiftKey);
  // a button that has the focus is pressed by Enter
  else if (key === 'Enter' && !(target instanceof HTMLButtonElement) && !repeat) session.fire();
  else if (key === 'Backspace') session.clearPlan();
  else if (key === 'f') session.nextFrame();
  else if (key === 'p') session.pause(!session.read().paused);
  else if (key === '.' || key === ',') session.warpBy(key === '.' ? 1 : -1);
  else if (key >= '1' && key <= '3') session.setStep(STEPS[Number(key) - 1]!);
  else return false;
  return true;
}
