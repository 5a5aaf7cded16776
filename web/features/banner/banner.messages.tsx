import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the banner on every page, including the login page. */
export const bannerMessages = defineMessages('banner', {
  title: 'Systemwide Message',
  moreInfo: 'more info',
  close: 'Close banner',
  contact: (supportEmail: ReactNode) => <>For more info reach out to us at: {supportEmail}</>,
});
