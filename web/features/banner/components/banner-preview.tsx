import { useId } from 'react';
import { isBlank } from '../banner-draft.js';
import { BannerBar } from './banner-bar.js';
import styles from './banner-settings.module.css';

/** The bar as it will look; only to look at. */
export function BannerPreview({ message }: { message: string }) {
  const captionId = useId();
  return (
    <figure aria-labelledby={captionId} className={styles.preview}>
      <figcaption id={captionId} className="label">
        Preview
      </figcaption>
      {isBlank(message) ? (
        <p className={styles.soft}>The bar shows here as soon as there is a message.</p>
      ) : (
        <div inert>
          <BannerBar message={message} label="Preview of the banner" onClose={() => {}} />
        </div>
      )}
    </figure>
  );
}
