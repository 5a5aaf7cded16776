import type { Pool } from 'pg';
import { newestSecret, SECRET_NAMES, type SecretName, secretValues } from '../config.js';
import { pepperMark } from '../platform/auth/passwords.js';
import { SubjectKeys } from '../platform/eventsourcing/personal-data-keys.js';
import { pace, withProgress } from './progress-bar.js';
import { count, type Terminal } from './terminal.js';
import type { CliPlatform } from './with-platform.js';

const PAGE = 500;

/**
 * `keys rotate`: wraps every subject key with the newest MASTER_KEY while the platform runs, and lists removable values of each secret
 * that has several. It can be interrupted and repeated.
 */
export async function rotateKeys({ pool, secrets }: CliPlatform, terminal: Terminal): Promise<number> {
  const { seen, rewrapped } = await rewrapAll(pool, secretValues(secrets.MASTER_KEY), terminal);
  terminal.out(
    `Subject keys wrapped with the newest MASTER_KEY: ${count(seen)}. Changed by this command: ${count(rewrapped)}.`,
  );
  const replaced = SECRET_NAMES.filter((name) => secretValues(secrets[name]).length > 1);
  const passwordsLeft = replaced.includes('PASSWORD_PEPPER') ? await countOldPeppers(pool, secrets.PASSWORD_PEPPER) : 0;
  for (const name of replaced) terminal.out(`${name}: ${ADVICE[name](passwordsLeft)}`);
  if (replaced.length === 0)
    terminal.out(
      'No secret has an older value. To replace one, put a new value before the old one, separated by a comma.',
    );
  return 0;
}

/** What to do with the older values of a secret, after every node has started with the newest. */
const ADVICE: Readonly<Record<SecretName, (passwordsLeft: number) => string>> = {
  JWT_SECRET: () =>
    'the older values may be removed 12 hours after the last node has started with the newest one, when passwords and tickets of running games have expired.',
  MASTER_KEY: () =>
    'the older values may be removed eight days after the last node has started with the newest one, when links to undo changes of e-mail addresses have expired. Keep them as long as you keep a file of keys from before this command.',
  HMAC_KEY: () => 'the older values must stay, because events contain hashes made with them.',
  PASSWORD_PEPPER: (left) =>
    left === 0
      ? 'the older values may be removed.'
      : `the older values must stay for ${count(left)} accounts, whose passwords are hashed again at the next sign-in. Without the older values these people need a password reset.`,
  AUDIT_KEY: () => 'the older values must stay, because they verify the seals and backups that were signed with them.',
};

async function rewrapAll(
  pool: Pool,
  masterKeys: readonly string[],
  terminal: Terminal,
): Promise<{ seen: number; rewrapped: number }> {
  const keys = new SubjectKeys(pool, masterKeys);
  const { rows } = await pool.query<{ keys: string }>('select count(*) as keys from plain.subject_keys');
  const total = Math.max(1, Number(rows[0]!.keys));
  return withProgress(terminal, 'Wrapping keys', async (show) => {
    const say = pace('keys');
    let [seen, rewrapped, last]: [number, number, string | null] = [0, 0, null];
    for (;;) {
      const page = await keys.rewrap(last, PAGE);
      if (page.last === null) return { seen, rewrapped };
      [seen, rewrapped, last] = [seen + page.seen, rewrapped + page.rewrapped, page.last];
      show(seen / total, say(seen));
    }
  });
}

/** Returns how many passwords were hashed with an older pepper, or before there were several. */
async function countOldPeppers(pool: Pool, peppers: string): Promise<number> {
  const { rows } = await pool.query<{ left: string }>(
    'select count(*) as left from plain.credentials where not starts_with(password_hash, $1)',
    [pepperMark(newestSecret(peppers))],
  );
  return Number(rows[0]!.left);
}
