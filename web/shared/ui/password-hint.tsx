import { PASSWORD_LENGTH, PASSWORD_SPECIALS, passwordProblem } from '../../../api/contracts/password.rule.js';
import { entryMessages } from '../entry.messages.js';
import styles from './password-hint.module.css';

/** Hint below a field for a new password, updated on each keystroke. */
export function PasswordHint({ password }: { password: string }) {
  const messages = entryMessages.password;
  if (password !== '') return passwordProblem(password) ?? messages.follows;
  const { minimum, maximum } = PASSWORD_LENGTH;
  return messages.rule(minimum, maximum, <span className={styles.unbroken}>{PASSWORD_SPECIALS}</span>);
}
