/** The log in KurrentDB. */
export interface KurrentDbSettings {
  readonly url: string;
  /** Begins the name of each stream; '' in a cluster of the platform's own. */
  readonly streamPrefix: string;
}

/** Card payment through Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Undefined: Stripe's own. */
  readonly apiBase: string | undefined;
  /** How long one call may take before it counts as unanswered. */
  readonly timeoutMs: number;
}

/** The build the viewer shows. */
export interface UnityBuildSettings {
  /** Undefined: the one that was built with the web. */
  readonly folder: string | undefined;
  readonly name: string;
  /** Undefined: as the files are that lie there. */
  readonly compression: '' | 'gz' | 'br' | undefined;
}

/** What the game is told besides who plays it. */
export interface GameSettings {
  readonly sysHighClassification: string;
  readonly udlApiUrl: string;
  readonly udlUsername: string;
  readonly udlPassword: string;
  /** The game is given address and credentials of the data library itself, as builds of before the proxy route expect. */
  readonly udlDirect: boolean;
  /** Milliseconds until an answer of the data library must be complete. */
  readonly udlTimeoutMs: number;
}
