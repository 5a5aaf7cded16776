import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the section that sets the banner. Kept apart from those of the banner, which every page loads. */
export const bannerSettingsMessages = defineMessages('banner-settings', {
  title: 'BANNER MESSAGE',
  theCurrent: 'The current banner',
  current: 'Current banner',
  noneSet: 'No banner is set.',
  edit: 'Edit',
  hide: 'Hide Now',
  phases: {
    planned: 'Scheduled',
    shown: 'Shown now',
    over: 'Ended',
  },
  plannedTimes: (start: ReactNode, end: ReactNode) => (
    <>
      from {start} until {end}
    </>
  ),
  shownTimes: (end: ReactNode) => <>until {end}</>,
  overTimes: (end: ReactNode) => <>since {end}</>,
  form: {
    label: 'New banner',
    start: 'Start Date',
    end: 'End Date',
    message: 'Enter Message',
    messageHint: (used: string, most: string) =>
      `${used} of ${most} characters. The bar shows one line. “more info” opens the full message.`,
    endIsPast: 'End date cannot be in the past',
    startAfterEnd: 'Start date must be before end date',
    withoutMessage: 'Without a message, no banner is shown.',
    withoutStart: 'Without a start date, the banner starts now.',
    withoutEnd: 'Without an end date, the banner ends now and is never shown.',
    submit: 'Send',
  },
  preview: {
    caption: 'Preview',
    label: 'Preview of the banner',
    empty: 'Enter a message to see the preview.',
  },
  hidden: 'The banner was hidden.',
  set: 'The banner was saved.',
});
