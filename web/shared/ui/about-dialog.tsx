import { useRef } from 'react';
import { clientConfig } from '../config/client-config.js';
import { entryMessages } from '../entry.messages.js';
import styles from './about-dialog.module.css';
import { PlainDialog } from './plain-dialog.js';

/** The date in the product's specification; not the date of this build. */
const RELEASED = '9/5/2025';

/** The About button and its dialog. */
export function AboutButton() {
  const messages = entryMessages.about;
  const dialog = useRef<HTMLDialogElement>(null);
  const { productName, supportEmail, version, build } = clientConfig();
  return (
    <>
      <button type="button" className={styles.open} onClick={() => dialog.current?.showModal()}>
        {messages.open}
      </button>
      <PlainDialog ref={dialog} title={messages.title(productName)}>
        <dl className={styles.facts}>
          <dt className="label">{messages.version}</dt>
          <dd className="figures">{version}</dd>
          <dt className="label">{messages.date}</dt>
          <dd className="figures">{RELEASED}</dd>
          <dt className="label">{messages.build}</dt>
          <dd className="figures">{build}</dd>
          <dt className="label">{messages.support}</dt>
          <dd>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </dd>
        </dl>
        <p>{messages.rights(productName)}</p>
        <p>{messages.authorizedOnly}</p>
      </PlainDialog>
    </>
  );
}
