/**
 * A cell of the gradebook that staff decides about. `points` and `maximum` are those of its result, and suggested for set points.
 * `isReplaced`: set points or an excuse apply instead of the attempts.
 */
export interface DecidedCell {
  readonly userId: string;
  readonly username: string;
  readonly scenarioId: string;
  readonly scenarioTitle: string;
  readonly points: number | null;
  readonly maximum: number;
  readonly passed: boolean;
  readonly isReplaced: boolean;
}
