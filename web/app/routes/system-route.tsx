import { BannerSettings } from '../../features/banner/components/banner-settings.js';
import { SentAnswersSetting } from '../../features/catalogue/components/sent-answers.js';
import { DeadLetterList } from '../../features/operations/components/dead-letter-list.js';
import { SystemStatus } from '../../features/operations/components/system-status.js';
import { Page } from '../../shared/ui/page.js';
import { appMessages as messages } from '../app.messages.js';

/** Settings of the whole platform, one section each. */
export default function SystemRoute() {
  return (
    <Page title={messages.pages.adminSystem}>
      <BannerSettings />
      <SentAnswersSetting />
      <SystemStatus />
      <DeadLetterList />
    </Page>
  );
}
