import type { State, Vector } from './state.js';

/** Moves states on by the equations of relative motion. `n` in radians a second. */
export interface Propagator {
  advance(n: number, state: State, seconds: number, maxStep: number): State;
  /** Where the spacecraft coasts to, one point every `every` seconds. */
  predict(n: number, state: State, every: number, points: number, maxStep: number): Vector[];
}

/** What the compiled `relative-motion.ts` exports. */
export interface RelativeMotion {
  readonly memory: WebAssembly.Memory;
  statePointer(): number;
  pathPointer(): number;
  maxPoints(): number;
  advance(n: number, seconds: number, maxStep: number): void;
  predict(n: number, every: number, points: number, maxStep: number): void;
}

export function wasmPropagator(motion: RelativeMotion): Propagator {
  const six = new Float64Array(motion.memory.buffer, motion.statePointer(), 6);
  const path = new Float64Array(motion.memory.buffer, motion.pathPointer(), motion.maxPoints() * 3);
  const write = ({ position, velocity }: State): void => six.set([...position, ...velocity]);
  return {
    advance(n, state, seconds, maxStep) {
      write(state);
      motion.advance(n, seconds, maxStep);
      return { position: [six[0]!, six[1]!, six[2]!], velocity: [six[3]!, six[4]!, six[5]!] };
    },
    predict(n, state, every, points, maxStep) {
      write(state);
      motion.predict(n, every, points, maxStep);
      const count = Math.min(points, motion.maxPoints());
      return Array.from({ length: count }, (_, i) => [path[i * 3]!, path[i * 3 + 1]!, path[i * 3 + 2]!]);
    },
  };
}
