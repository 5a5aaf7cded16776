import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** Pinned when signing and when verifying; anything else is refused. */
export const TOKEN_RULES = { issuer: 'ready-room', audience: 'ready-room-api', algorithm: 'HS256' } as const;

export interface TokenHeader {
  readonly alg: typeof TOKEN_RULES.algorithm;
  readonly typ: 'at+jwt';
  readonly kid: string;
}

/**
 * The keys of access tokens. A token's header must be, byte for byte, one that we write: no other algorithm, type or key id,
 * nothing that sends the verifier elsewhere (`jku`, `jwk`). A second header in the map is all that key rotation needs.
 */
export class SigningKeys {
  /** A KeyObject: given a string, jsonwebtoken tries to parse a public key at every call (architecture §7). */
  readonly current: KeyObject;
  readonly header: TokenHeader;
  private readonly byHeader: ReadonlyMap<string, KeyObject>;

  constructor(secret: string) {
    const kid = createHash('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16);
    this.current = createSecretKey(Buffer.from(secret));
    this.header = { alg: TOKEN_RULES.algorithm, typ: 'at+jwt', kid };
    this.byHeader = new Map([[Buffer.from(JSON.stringify(this.header)).toString('base64url'), this.current]]);
  }

  /** The key to verify a token with, undefined when its header is not ours. */
  for(token: string): KeyObject | undefined {
    return this.byHeader.get(token.slice(0, token.indexOf('.')));
  }
}
