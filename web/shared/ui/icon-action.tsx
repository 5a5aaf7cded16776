import styles from './icon-action.module.css';

interface IconActionProps {
  /** Says what happens and to whom, for tooltip and screen reader. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  tone?: 'plain' | 'harm';
  disabled?: boolean;
  onClick: () => void;
}

/** A small button of a row. Free of MUI: a page shows some hundreds of them. */
export function IconAction({ label, icon, tone = 'plain', disabled = false, onClick }: IconActionProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-tone={tone}
      aria-label={label}
      title={label}
      disabled={disabled}
      data-screen-only
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={icon} fill="currentColor" />
      </svg>
    </button>
  );
}
