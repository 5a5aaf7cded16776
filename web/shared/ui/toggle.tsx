import ButtonBase from '@mui/material/ButtonBase';
import { sharedMessages as messages } from '../shared.messages.js';
import styles from './toggle.module.css';

interface ToggleProps {
  /** Names the switched thing for screen readers; the visible text is the state. */
  label: string;
  checked: boolean;
  /** Texts for on and off. */
  words: readonly [on: string, off: string];
  /** `quiet`: on and off are equally good, for example a preference. */
  tone?: 'state' | 'quiet';
  disabled?: boolean;
  /** Why the switch is disabled. */
  hint?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** A switch with its state as text beside it. */
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
    <ButtonBase
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
    </ButtonBase>
  );
}
