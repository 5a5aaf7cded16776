import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the banner as every page shows it, the login page included. */
export const bannerMessages = defineMessages('banner', {
  title: 'Systemwide Message',
  moreInfo: 'more info',
  close: 'Close banner',
  contact: (supportEmail: ReactNode) => <>For more info reach out to us at: {supportEmail}</>,
});
