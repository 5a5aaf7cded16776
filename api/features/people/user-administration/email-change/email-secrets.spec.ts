import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../../../../config.js';
import { EmailSecrets } from './email-secrets.js';

const [OLD, NEW] = [
  'pZ3vK8sQ1xW6nR4tY7uB2cD5fG9hJ0kLmN-oPqRsTuV',
  'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uVwX-yZaBcDeF',
] as const;
const secretsOf = (setting: string) => new EmailSecrets({ secrets: { MASTER_KEY: setting } } as Config);
const changes = ['another change', 'change'];
const find = (setting: string, token: string) => secretsOf(setting).find('restore', token, changes, (id) => id);

it.each([
  ['the same value', OLD],
  ['a newer value behind it', `${OLD},${NEW}`],
  ['a newer value in front', `${NEW},${OLD}`],
])('finds the change of an earlier link with %s', (_, setting) => {
  expect(find(setting, secretsOf(OLD).tokenOf('restore', 'change'))).toBe('change');
});

it('derives new links from the newest value only', () => {
  const token = secretsOf(`${NEW},${OLD}`).tokenOf('restore', 'change');
  expect(find(NEW, token)).toBe('change');
  expect(find(OLD, token)).toBeUndefined();
});

it('finds no change for the token of another purpose or of a removed value', () => {
  expect(find(`${NEW},${OLD}`, secretsOf(OLD).tokenOf('confirm', 'change'))).toBeUndefined();
  expect(find(NEW, secretsOf(OLD).tokenOf('restore', 'change'))).toBeUndefined();
});

it('derives the key of a single value from the whole setting, so that mailed links stay valid after an upgrade', () => {
  const key = Buffer.from(hkdfSync('sha256', OLD, '', 'ready-room e-mail changes', 32));
  const mailed = createHmac('sha256', key).update('confirm change').digest('base64url');
  expect(secretsOf(OLD).tokenOf('confirm', 'change')).toBe(mailed);
});
