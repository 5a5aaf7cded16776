import { useId } from 'react';
import { isBlank } from '../banner-draft.js';
import { bannerSettingsMessages } from '../banner-settings.messages.js';
import { BannerBar } from './banner-bar.js';
import styles from './banner-settings.module.css';

/** Preview of the bar, not interactive. */
export function BannerPreview({ message }: { message: string }) {
  const messages = bannerSettingsMessages.preview;
  const captionId = useId();
  return (
    <figure aria-labelledby={captionId} className={styles.preview}>
      <figcaption id={captionId} className="label">
        {messages.caption}
      </figcaption>
      {isBlank(message) ? (
        <p className={styles.soft}>{messages.empty}</p>
      ) : (
        <div inert>
          <BannerBar message={message} label={messages.label} onClose={() => {}} />
        </div>
      )}
    </figure>
  );
}
