import { momentsOf, toPicker } from './local-time.js';
import { sharedMessages } from './shared.messages.js';

/** What a date and time field contains: see {@link momentsOf} for why `picked` may mean none or two moments. */
export interface PickedMoment {
  /** YYYY-MM-DDTHH:mm on the local clock, '' while it is not complete. */
  readonly picked: string;
  /** The second of two moments is meant. */
  readonly second: boolean;
  /** Some parts are filled in, and others are not or make no date. */
  readonly isPartial: boolean;
}

/** A field that shows this moment, or an empty one. */
export const pickedAt = (moment: Date | null): PickedMoment => ({
  picked: moment ? toPicker(moment) : '',
  second: false,
  isPartial: false,
});

/** The moment that is meant; null while the field is empty or means none. */
export function momentOf({ picked, second }: PickedMoment): Date | null {
  const moments = momentsOf(picked);
  return (second ? moments[1] : undefined) ?? moments[0] ?? null;
}

/** Why the field means no moment; null for an empty field and for one that means a moment. */
export function pickedProblem({ picked, isPartial }: PickedMoment): string | null {
  if (isPartial) return sharedMessages.time.incomplete;
  return picked !== '' && momentsOf(picked).length === 0 ? sharedMessages.time.leftOut : null;
}

/** Why a field that must not be empty means no moment, or what `rule` finds wrong with the moment; null when nothing is. */
export function requiredMomentProblem(value: PickedMoment, rule: (moment: Date) => string | null): string | null {
  const moment = momentOf(value);
  return pickedProblem(value) ?? (moment ? rule(moment) : sharedMessages.time.empty);
}
