import { useEffect, useEffectEvent } from 'react';
import { type FlightSession, STEPS } from '../play/flight-session.js';
import type { CameraControl } from '../scene/camera-control.js';

const PLAN_KEYS: Readonly<Record<string, readonly [axis: 0 | 1 | 2, direction: 1 | -1]>> = {
  ArrowRight: [1, 1],
  ArrowLeft: [1, -1],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  w: [2, 1],
  s: [2, -1],
};

const SENSOR_KEYS: Readonly<Record<string, readonly [angle: 'azimuth' | 'elevation', direction: 1 | -1]>> = {
  a: ['azimuth', 1],
  d: ['azimuth', -1],
  r: ['elevation', 1],
  v: ['elevation', -1],
};

type Camera = Pick<CameraControl, 'turnBy' | 'zoomBy'>;

const TURN = 0.12;
const NEARER = 0.85;
const CAMERA_KEYS: Readonly<Record<string, (camera: Camera) => void>> = {
  q: (camera) => camera.turnBy(TURN, 0),
  e: (camera) => camera.turnBy(-TURN, 0),
  '+': (camera) => camera.zoomBy(NEARER),
  '-': (camera) => camera.zoomBy(1 / NEARER),
};

/** Handles the keys of `controls-table.tsx` while the flight continues. */
export function useKeys(session: FlightSession, camera: Camera, isWaiting: boolean, onHelp: () => void): void {
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    if (isWaiting) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (!isForFlight(event)) return;
      const look = CAMERA_KEYS[event.key.toLowerCase()];
      if (look) look(camera);
      else if (event.key.toLowerCase() === 'h') help();
      else if (!handle(session, event)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [session, camera, isWaiting]);
}

/** Returns whether a key press belongs to the flight, instead of a text field or the page around the game. */
export const isForFlight = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isOtherControl(target);

const isOtherControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement &&
    target !== document.body &&
    !(target instanceof HTMLCanvasElement) &&
    target.closest('.rr-game') === null);

/** Handles a key; returns whether it has a meaning. */
function handle(session: FlightSession, { key: given, shiftKey, target, repeat }: KeyboardEvent): boolean {
  const key = given.length === 1 ? given.toLowerCase() : given;
  const plan = PLAN_KEYS[key];
  if (plan) session.planBy(...plan, shiftKey);
  else if (session.scenario.sensor && controlSensor(session, key, shiftKey)) return true;
  else if (key === 'Enter' && !isPressedByEnter(target) && !repeat) session.fire();
  else if (key === 'Backspace') session.clearPlan();
  else if (key === 'f') session.nextFrame();
  else if (key === 'p') session.pause(!session.read().paused);
  else if (key === '.' || key === ',') session.warpBy(key === '.' ? 1 : -1);
  else if (key >= '1' && key <= '3') session.setStep(STEPS[Number(key) - 1]!);
  else return false;
  return true;
}

/** Returns whether Enter presses the focused element: a button does, but a handle of the plot only moves. */
const isPressedByEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement && target.getAttribute('role') !== 'slider';

function controlSensor(session: FlightSession, key: string, isCoarse: boolean): boolean {
  const turn = SENSOR_KEYS[key];
  if (turn) session.turnSensor(...turn, isCoarse);
  else if (key === 'g') session.aimSensor();
  else return false;
  return true;
}
