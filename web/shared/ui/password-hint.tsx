import { PASSWORD_LENGTH, PASSWORD_SPECIALS, passwordProblem } from '../../../api/contracts/password.rule.js';
import styles from './password-hint.module.css';

/** What to say below a field for a new password while somebody types. */
export function PasswordHint({ password }: { password: string }) {
  if (password !== '') return passwordProblem(password) ?? 'This password follows the rule.';
  const { minimum, maximum } = PASSWORD_LENGTH;
  return (
    <>
      {minimum} to {maximum} letters, digits and <span className={styles.unbroken}>{PASSWORD_SPECIALS}</span>, with at
      least one of each.
    </>
  );
}
