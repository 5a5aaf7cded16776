import { momentsOf, toPicker, type OffsetAt } from './local-time.js';
import { sharedMessages } from './shared.messages.js';

/** Content of a date and time field. {@link momentsOf} explains why `picked` may denote none or two times. */
export interface PickedMoment {
  /** YYYY-MM-DDTHH:mm in local time; '' while incomplete. */
  readonly picked: string;
  /** Selects the second of two possible times. */
  readonly second: boolean;
  /** True when only some parts are filled in, or they form no valid date. */
  readonly isPartial: boolean;
}

/** Returns the content of a field that shows this time, or of an empty field. */
export function pickedAt(moment: Date | null, offsetAt?: OffsetAt): PickedMoment {
  const picked = moment ? toPicker(moment, offsetAt) : '';
  const [, second] = momentsOf(picked, offsetAt);
  return { picked, second: moment !== null && second !== undefined && second <= moment, isPartial: false };
}

/** Returns the selected time; null if the field is empty or denotes none. */
export function momentOf({ picked, second }: PickedMoment): Date | null {
  const moments = momentsOf(picked);
  return (second ? moments[1] : undefined) ?? moments[0] ?? null;
}

/** Returns why the content is not a valid time; null for an empty or a valid field. */
export function pickedProblem({ picked, isPartial }: PickedMoment): string | null {
  if (isPartial) return sharedMessages.time.incomplete;
  return picked !== '' && momentsOf(picked).length === 0 ? sharedMessages.time.leftOut : null;
}

/** Returns why a required field is not a valid time, or the problem that `rule` finds; null if the field is valid. */
export function requiredMomentProblem(value: PickedMoment, rule: (moment: Date) => string | null): string | null {
  const moment = momentOf(value);
  return pickedProblem(value) ?? (moment ? rule(moment) : sharedMessages.time.empty);
}
