import type { RegradeChange } from '../../../api/contracts/grading.contract.js';

/** A change as entered. Each key has the texts of its options. */
export interface RegradeForm {
  kind: RegradeChange['kind'];
  points: string;
  keys: readonly (readonly string[])[];
}

export const EMPTY_REGRADE: RegradeForm = { kind: 'Drop', points: '', keys: [[]] };

/** Returns the change to send; undefined while the form is incomplete. */
export function changeOf({ kind, points, keys }: RegradeForm): RegradeChange | undefined {
  if (kind === 'Keys')
    return keys.every((key) => key.length > 0) ? { kind, keys: keys.map((key) => [...key]) } : undefined;
  if (kind !== 'Points') return { kind };
  return isShift(points) ? { kind, points: Number(points.trim().replace(',', '.')) } : undefined;
}

/** Returns whether a text is a number other than 0. */
export const isShift = (text: string): boolean =>
  /^[+-]?\d{1,7}([.,]\d{1,3})?$/.test(text.trim()) && Number(text.trim().replace(',', '.')) !== 0;
