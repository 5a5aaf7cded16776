import { useRef } from 'react';
import { clientConfig } from '../../../shared/config/client-config.js';
import { PlainDialog } from '../../../shared/ui/plain-dialog.js';
import styles from './banner-bar.module.css';

const TITLE = 'Systemwide Message';

interface BannerBarProps {
  message: string;
  label?: string;
  onClose: () => void;
}

/** One line of the message, all of it in a dialog; free of MUI, because the login screen has it too. */
export function BannerBar({ message, label = TITLE, onClose }: BannerBarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { supportEmail } = clientConfig();
  return (
    <section aria-label={label} className={styles.bar}>
      <p className={styles.line}>{message}</p>
      <button type="button" className={styles.more} onClick={() => dialog.current?.showModal()}>
        more info
      </button>
      <button type="button" className={styles.close} aria-label="Close banner" title="Close banner" onClick={onClose}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M5 5 19 19M19 5 5 19" stroke="currentColor" strokeWidth="2.2" />
        </svg>
      </button>
      <PlainDialog ref={dialog} title={TITLE}>
        <p className={styles.full}>{message}</p>
        <p>
          For more info reach out to us at: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      </PlainDialog>
    </section>
  );
}
