import { createHmac, timingSafeEqual } from 'node:crypto';
import { newestSecret, secretValues } from '../../config-settings.js';
import { SECRET_NAMES, type SecretName, type Secrets } from '../../config.js';

/** Long enough to distinguish two secrets. Does not help to guess one, because secrets have 256 random bits. */
const FINGERPRINT_CHARACTERS = 16;

/** Returns a fingerprint that identifies a secret without revealing it. */
const fingerprintOf = (name: SecretName, secret: string): string =>
  createHmac('sha256', secret)
    .update(`ready-room fingerprint of ${name}`)
    .digest('hex')
    .slice(0, FINGERPRINT_CHARACTERS);

/** Returns the fingerprints of the newest values. */
export const fingerprintsOf = (secrets: Partial<Secrets>): Partial<Record<SecretName, string>> =>
  Object.fromEntries(
    SECRET_NAMES.flatMap((name) => (secrets[name] ? [[name, fingerprintOf(name, newestSecret(secrets[name]))]] : [])),
  );

/** Returns the names of configured secrets that have no value with the fingerprint of the backup. */
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

/** Signs a checksum with the key that also signs the seals, so that a changed file with a new checksum is detected. */
export const signatureOf = (auditKey: string, sha256: string): string =>
  createHmac('sha256', auditKey).update(`ready-room backup ${sha256}`).digest('hex');

export const isSignedWith = (auditKey: string, sha256: string, signature: string): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(auditKey, sha256)), Buffer.from(signature));
