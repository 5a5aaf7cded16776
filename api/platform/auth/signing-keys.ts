import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** Claims and algorithm of access tokens. Tokens with other values are rejected. */
export const TOKEN_RULES = { issuer: 'ready-room', audience: 'ready-room-api', algorithm: 'HS256' } as const;

/** Audience of tokens that only renew an open socket. Scripts can read them, so no other check may accept them. */
export const LIVE_AUDIENCE = 'ready-room-live';

export interface TokenHeader {
  readonly alg: typeof TOKEN_RULES.algorithm;
  readonly typ: 'at+jwt';
  readonly kid: string;
}

/**
 * Signing keys of access tokens. A token's header must equal, byte for byte, the header of one of the keys. That excludes other
 * algorithms, types and key ids, and headers that refer the verifier to a foreign key (`jku`, `jwk`). Tokens of older secrets are
 * valid until they expire.
 */
export class SigningKeys {
  /** A KeyObject, because jsonwebtoken tries to parse a string as a public key at every call. */
  readonly current: KeyObject;
  readonly header: TokenHeader;
  private readonly byHeader: ReadonlyMap<string, KeyObject>;

  /** @param secrets newest first: new tokens are signed with the newest */
  constructor(secrets: readonly string[]) {
    const keys = secrets.map((secret) => ({ header: headerOf(secret), key: createSecretKey(Buffer.from(secret)) }));
    [{ header: this.header, key: this.current }] = keys as [(typeof keys)[number]];
    this.byHeader = new Map(
      keys.map(({ header, key }) => [Buffer.from(JSON.stringify(header)).toString('base64url'), key]),
    );
  }

  /** Returns the key to verify a token with; undefined when its header is unknown. */
  for(token: string): KeyObject | undefined {
    return this.byHeader.get(token.slice(0, token.indexOf('.')));
  }
}

function headerOf(secret: string): TokenHeader {
  const kid = createHash('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16);
  return { alg: TOKEN_RULES.algorithm, typ: 'at+jwt', kid };
}
