import styles from './icon-action.module.css';

interface IconLinkProps {
  /** Says where it leads, for tooltip and screen reader. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
}

/** A small link of a row, to a page in a new tab. */
export function IconLink({ label, icon, href }: IconLinkProps) {
  return (
    <a
      className={styles.button}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
      data-screen-only
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={icon} fill="currentColor" />
      </svg>
    </a>
  );
}
