import IconButton from '@mui/material/IconButton';

interface IconActionProps {
  /** Names the action and its target, for tooltip and screen reader. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  tone?: 'plain' | 'harm';
  disabled?: boolean;
  onClick: () => void;
}

/** Small icon button, for example in table rows. */
export function IconAction({ label, icon, tone = 'plain', disabled = false, onClick }: IconActionProps) {
  return (
    <IconButton
      size="small"
      color={tone === 'harm' ? 'error' : 'default'}
      aria-label={label}
      title={label}
      disabled={disabled}
      data-screen-only
      onClick={onClick}
    >
      <SmallIcon path={icon} />
    </IconButton>
  );
}

interface IconLinkProps {
  /** Names the target, for tooltip and screen reader. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
}

/** Small icon link that opens a page in a new tab. */
export function IconLink({ label, icon, href }: IconLinkProps) {
  return (
    <IconButton
      size="small"
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={label}
      title={label}
      data-screen-only
    >
      <SmallIcon path={icon} />
    </IconButton>
  );
}

/** Lighter than {@link Icon}, because a page renders hundreds of them. */
const SmallIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={path} fill="currentColor" />
  </svg>
);
