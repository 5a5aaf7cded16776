import { useRef } from 'react';
import { clientConfig } from '../../../shared/config/client-config.js';
import { PlainDialog } from '../../../shared/ui/plain-dialog.js';
import { bannerMessages as messages } from '../banner.messages.js';
import styles from './banner-bar.module.css';

interface BannerBarProps {
  message: string;
  label?: string;
  onClose: () => void;
}

/** The banner in one line, with the full message in a dialog. Uses no MUI, because the login page shows it too. */
export function BannerBar({ message, label = messages.title, onClose }: BannerBarProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { supportEmail } = clientConfig();
  return (
    <section aria-label={label} className={styles.bar}>
      <p className={styles.line}>{message}</p>
      <button type="button" className={styles.more} onClick={() => dialog.current?.showModal()}>
        {messages.moreInfo}
      </button>
      <button
        type="button"
        className={styles.close}
        aria-label={messages.close}
        title={messages.close}
        onClick={onClose}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M5 5 19 19M19 5 5 19" stroke="currentColor" strokeWidth="2.2" />
        </svg>
      </button>
      <PlainDialog ref={dialog} title={messages.title}>
        <p className={styles.full}>{message}</p>
        <p>{messages.contact(<a href={`mailto:${supportEmail}`}>{supportEmail}</a>)}</p>
      </PlainDialog>
    </section>
  );
}
