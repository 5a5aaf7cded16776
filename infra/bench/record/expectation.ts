/** What a figure had to be, what it was, and what is to be said about it. */
export interface Expectation {
  readonly suite: string;
  /** As it is recorded. */
  readonly name: string;
  /** Where one name is compared with several others. */
  readonly against?: string;
  /** What was measured before, the oldest first; of a comparison its ratio. */
  readonly earlier: readonly number[];
  /** What was done about it since. */
  readonly changed?: string;
  /** Where the time goes, should the goal be missed. */
  readonly whyMissed?: string;
}

/** Figures that were promised together. */
export interface Chapter {
  readonly title: string;
  readonly expectations: readonly Expectation[];
}
