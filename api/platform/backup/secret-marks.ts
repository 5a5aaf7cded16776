import { createHmac, timingSafeEqual } from 'node:crypto';
import { newestSecret, secretValues } from '../../config-settings.js';
import { SECRET_NAMES, type SecretName, type Secrets } from '../../config.js';

/** Too short to try secrets against, long enough to tell two apart; secrets are 256 random bits. */
const FINGERPRINT_CHARACTERS = 16;

/** By what a secret is known again without being told. */
const fingerprintOf = (name: SecretName, secret: string): string =>
  createHmac('sha256', secret)
    .update(`ready-room fingerprint of ${name}`)
    .digest('hex')
    .slice(0, FINGERPRINT_CHARACTERS);

/** Fingerprints of the newest values. */
export const fingerprintsOf = (secrets: Partial<Secrets>): Partial<Record<SecretName, string>> =>
  Object.fromEntries(
    SECRET_NAMES.flatMap((name) => (secrets[name] ? [[name, fingerprintOf(name, newestSecret(secrets[name]))]] : [])),
  );

/** Secrets that are known and have no value with the fingerprint of then. */
export const otherSecrets = (
  then: Partial<Record<SecretName, string>>,
  secrets: Partial<Secrets>,
): readonly SecretName[] =>
  SECRET_NAMES.filter(
    (name) =>
      then[name] &&
      secrets[name] &&
      !secretValues(secrets[name]).some((value) => fingerprintOf(name, value) === then[name]),
  );

/** By the key that signs the log as well: a file somebody changed and summed up anew is told from ours. */
export const signatureOf = (auditKey: string, sha256: string): string =>
  createHmac('sha256', auditKey).update(`ready-room backup ${sha256}`).digest('hex');

export const isSignedWith = (auditKey: string, sha256: string, signature: string): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(auditKey, sha256)), Buffer.from(signature));
