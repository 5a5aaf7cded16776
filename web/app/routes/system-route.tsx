import { BannerSettings } from '../../features/banner/components/banner-settings.js';
import { DeadLetterList } from '../../features/operations/components/dead-letter-list.js';
import { SystemStatus } from '../../features/operations/components/system-status.js';
import { Page } from '../../shared/ui/page.js';
import { appMessages as messages } from '../app.messages.js';

/** Settings of the whole platform, one section each. */
export default function SystemRoute() {
  return (
    <Page title={messages.pages.adminSystem}>
      <BannerSettings />
      <SystemStatus />
      <DeadLetterList />
    </Page>
  );
}
