/** A cell of the gradebook that staff decides about. `points` and `maximum` are those of its result, and suggested for set points. */
export interface DecidedCell {
  readonly userId: string;
  readonly username: string;
  readonly scenarioId: string;
  readonly scenarioTitle: string;
  readonly points: number | null;
  readonly maximum: number;
  readonly passed: boolean;
}
