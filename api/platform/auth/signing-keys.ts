import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** Pinned when signing and when verifying; anything else is refused. */
export const TOKEN_RULES = { issuer: 'ready-room', audience: 'ready-room-api', algorithm: 'HS256' } as const;

/** Audience of tokens that only renew an open socket; browsers can read these, so nothing else may accept them. */
export const LIVE_AUDIENCE = 'ready-room-live';

export interface TokenHeader {
  readonly alg: typeof TOKEN_RULES.algorithm;
  readonly typ: 'at+jwt';
  readonly kid: string;
}

/**
 * The keys of access tokens. A token's header must be, byte for byte, one that we write: no other algorithm, type or key id,
 * nothing that sends the verifier elsewhere (`jku`, `jwk`). Tokens of older secrets are good until they expire.
 */
export class SigningKeys {
  /** A KeyObject: given a string, jsonwebtoken tries to parse a public key at every call. */
  readonly current: KeyObject;
  readonly header: TokenHeader;
  private readonly byHeader: ReadonlyMap<string, KeyObject>;

  /** @param secrets the newest first: new tokens are signed with that one */
  constructor(secrets: readonly string[]) {
    const keys = secrets.map((secret) => ({ header: headerOf(secret), key: createSecretKey(Buffer.from(secret)) }));
    [{ header: this.header, key: this.current }] = keys as [(typeof keys)[number]];
    this.byHeader = new Map(
      keys.map(({ header, key }) => [Buffer.from(JSON.stringify(header)).toString('base64url'), key]),
    );
  }

  /** The key to verify a token with, undefined when its header is not ours. */
  for(token: string): KeyObject | undefined {
    return this.byHeader.get(token.slice(0, token.indexOf('.')));
  }
}

function headerOf(secret: string): TokenHeader {
  const kid = createHash('sha256').update(`kid ${secret}`).digest('hex').slice(0, 16);
  return { alg: TOKEN_RULES.algorithm, typ: 'at+jwt', kid };
}
