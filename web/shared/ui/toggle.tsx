import { sharedMessages as messages } from '../shared.messages.js';
import styles from './toggle.module.css';

interface ToggleProps {
  /** Whom or what it switches, for screen readers; the state itself is the visible text. */
  label: string;
  checked: boolean;
  /** The words for on and off. */
  words: readonly [on: string, off: string];
  /** `quiet`: off is as good as on, such as for a preference. */
  tone?: 'state' | 'quiet';
  disabled?: boolean;
  /** Why it cannot be switched. */
  hint?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** A switch with its state in words beside it. */
export function Toggle({
  label,
  checked,
  words: [on, off],
  tone = 'state',
  disabled = false,
  hint,
  onChange,
}: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={messages.switchOf(checked ? on : off, label)}
      title={hint}
      disabled={disabled}
      className={styles.toggle}
      data-tone={tone}
      onClick={() => onChange(!checked)}
    >
      <span aria-hidden="true" className={styles.track} />
      {checked ? on : off}
    </button>
  );
}
