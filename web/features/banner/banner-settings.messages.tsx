import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the section that sets the banner; apart from those of the banner, which every page loads. */
export const bannerSettingsMessages = defineMessages('banner-settings', {
  title: 'BANNER MESSAGE',
  whatIsSet: 'What is set now',
  setNow: 'Set now',
  noneSet: 'No banner is set.',
  edit: 'Edit',
  hide: 'Hide Now',
  phases: {
    planned: 'Planned',
    shown: 'Shown now',
    over: 'Over',
  },
  plannedTimes: (start: ReactNode, end: ReactNode) => (
    <>
      from {start} until {end}
    </>
  ),
  shownTimes: (end: ReactNode) => <>until {end}</>,
  overTimes: (end: ReactNode) => <>since {end}</>,
  form: {
    label: 'Another banner',
    start: 'Start Date',
    end: 'End Date',
    message: 'Enter Message',
    messageHint: (used: string, most: string) =>
      `${used} of ${most} characters. The bar shows one line, “more info” all of it.`,
    endIsPast: 'End date cannot be in the past',
    startAfterEnd: 'Start date must be before end date',
    withoutMessage: 'Without a message no banner is shown.',
    withoutStart: 'Without a start date it starts now.',
    withoutEnd: 'Without an end date it ends now: the banner would be hidden at once.',
    submit: 'Send',
  },
  preview: {
    caption: 'Preview',
    label: 'Preview of the banner',
    empty: 'The bar shows here as soon as there is a message.',
  },
  hidden: 'The banner is hidden.',
  set: 'The banner is set.',
});
