/** Expectation of a figure: its earlier values and explanations. */
export interface Expectation {
  readonly suite: string;
  /** Name in the record. */
  readonly name: string;
  /** For a name that is compared with several others. */
  readonly against?: string;
  /** Earlier values, the oldest first. For a comparison, its ratio. */
  readonly earlier: readonly number[];
  /** Improvements since then. */
  readonly changed?: string;
  /** Explanation of a missed goal. */
  readonly whyMissed?: string;
}

/** Expectations of one part. */
export interface Chapter {
  readonly title: string;
  readonly expectations: readonly Expectation[];
}
