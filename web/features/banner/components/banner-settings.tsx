import { useId, useState } from 'react';
import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { bannerSettingsMessages as messages } from '../banner-settings.messages.js';
import { useBannerAsSet } from '../use-banner-as-set.js';
import { BannerAsSet } from './banner-as-set.js';
import { BannerForm } from './banner-form.js';
import styles from './banner-settings.module.css';

/** Section of the system page that sets the banner (docs/rules.md#banner). */
export function BannerSettings() {
  const headingId = useId();
  const { banner, failed, retry } = useBannerAsSet();
  // a new key resets the form
  const [form, setForm] = useState<{ key: number; initial: BannerMessage | null }>({ key: 0, initial: null });
  const begin = (initial: BannerMessage | null) => setForm(({ key }) => ({ key: key + 1, initial }));
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{messages.title}</h2>
      {banner === undefined && !failed && <Loading />}
      {failed && <LoadFailed what={messages.theCurrent} onRetry={retry} />}
      {banner !== undefined && <BannerAsSet banner={banner} onEdit={begin} />}
      <BannerForm key={form.key} initial={form.initial} onSent={() => begin(null)} />
    </section>
  );
}
