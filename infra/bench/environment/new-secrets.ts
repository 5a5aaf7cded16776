import { randomBytes } from 'node:crypto';
import { SECRET_NAMES } from '../../../api/config.js';

/** Returns new secrets for a platform that exists for one run, as settings. */
export const newSecrets = (): Record<string, string> =>
  Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64')]));
