import { BannerSettings } from '../../features/banner/components/banner-settings.js';
import { Page } from '../../shared/ui/page.js';

/** What concerns the whole platform, a section each. */
export default function SystemRoute() {
  return (
    <Page title="System">
      <BannerSettings />
    </Page>
  );
}
