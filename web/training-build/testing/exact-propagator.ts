import type { Propagator } from '../flight/propagator.js';
import { closedForm } from './closed-form.js';

/** The exact solution instead of the integrated one: for tests of rules and screens. */
export const exact: Propagator = {
  advance: (n, state, seconds) => closedForm(n, state, seconds),
  predict: (n, state, every, points) =>
    Array.from({ length: points }, (_, index) => closedForm(n, state, every * (index + 1)).position),
};
