import { defineMessages } from '../../shared/messages/messages.js';

/** Texts for students in the play area. Those for staff are kept apart, because no page shows both. */
export const ownHelpMessages = defineMessages('own-help', {
  label: 'Help from your instructor',
  ask: 'Ask for help',
  notSent: 'You are not connected. Your instructor is notified as soon as you are connected again.',
  none: 'Stuck? Ask your instructor for help.',
  sending: 'Notifying your instructor…',
  notified: 'Your instructor has been notified. Select again to cancel.',
  onTheWay: (helper: string) => `${helper} is on the way.`,
  resolved: 'Resolved. Ask again whenever you need help.',
});
