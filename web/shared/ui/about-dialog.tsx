import { useRef } from 'react';
import { clientConfig } from '../config/client-config.js';
import styles from './about-dialog.module.css';
import { PlainDialog } from './plain-dialog.js';

/** The About button and the dialog it opens (product §1). */
export function AboutButton() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { productName, supportEmail, version } = clientConfig();
  return (
    <>
      <button type="button" className={styles.open} onClick={() => dialog.current?.showModal()}>
        About
      </button>
      <PlainDialog ref={dialog} title={`About ${productName}`}>
        <dl className={styles.facts}>
          <dt className="label">Game and web app version</dt>
          <dd className="figures">{version}</dd>
          <dt className="label">Date</dt>
          <dd className="figures">9/5/2025</dd>
          <dt className="label">Support</dt>
          <dd>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </dd>
        </dl>
        <p>© 2025 {productName}. All rights reserved.</p>
        <p>For authorized users only. Unauthorized access or use is prohibited and may be subject to prosecution.</p>
      </PlainDialog>
    </>
  );
}
