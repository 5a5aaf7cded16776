import type { ReactNode } from 'react';
import { defineMessages, plural } from '../../shared/messages/messages.js';

export const organizationsMessages = defineMessages('organizations', {
  title: 'Organizations',
  add: 'Add Organization',
  theOrganizations: 'The organizations',
  couldNotFetch: 'Failed to fetch organizations',
  noneFound: 'No Organizations Found',
  noneFoundHelp: 'Create the first one, then assign it an access code for its members to register with.',
  name: 'Name',
  columns: {
    status: 'Status',
    seats: 'Seats used',
    recording: 'Classes',
    created: 'Created',
    actions: 'Actions',
  },
  paid: 'Paid',
  unpaid: 'Unpaid',
  recorded: 'Recorded',
  notRecorded: 'Not recorded',
  recordClasses: 'Record classes',
  classesRecorded: 'Classes are recorded',
  classesNotRecorded: 'Classes are not recorded',
  recordClassesOf: (name: string) => `recording of classes of ${name}`,
  recordHint: 'Records when students are online, idle or in a scenario, and when they ask for help.',
  nowRecorded: (name: string) => `Classes of ${name} are recorded.`,
  nowNotRecorded: (name: string) => `Classes of ${name} are no longer recorded. Earlier recordings are kept.`,
  couldNotChangeRecording: 'The recording of classes could not be changed. Try again.',
  activeUsers: 'Active users',
  scaleTop: '100%',
  scaleBottom: '0%',
  seatsKey: (mark: ReactNode) => <>Share of seats used, fullest first {mark} near the limit</>,
  changeLimitOf: (name: string) => `Change user limit of ${name}`,
  historyOf: (name: string) => `History of ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  createDialog: {
    submit: 'Create',
    hint: 'New organizations are unpaid and limited to 5 users.',
    isTaken: (name: string) => `There is already an organization named ${name}.`,
    done: (name: string) => `${name} created. It is unpaid and limited to 5 users.`,
  },
  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    help: 'Only an organization without users and courses can be deleted. This cannot be undone.',
    submit: 'Delete',
    done: (name: string) => `${name} deleted.`,
  },
  unpaidDialog: {
    title: (name: string) => `Mark ${name} as Unpaid?`,
    help: (activeUsers: number) =>
      [
        plural(activeUsers, {
          one: `${activeUsers} active user is signed out within seconds and cannot sign in until the organization is paid again.`,
          other: `${activeUsers} active users are signed out within seconds and cannot sign in until the organization is paid again.`,
        }),
        'Running classes continue until they end, for their staff and students only. Scheduled classes are cancelled. No data is deleted.',
      ].join(' '),
    submit: 'Mark as Unpaid',
  },
  isPaid: (name: string) => `${name} marked as Paid.`,
  isUnpaid: (name: string) => `${name} marked as Unpaid.`,
  couldNotSetPaid: 'An unknown error occurred',
  limitDialog: {
    title: (name: string) => `User limit of ${name}`,
    label: 'User limit',
    hint: (minimum: number, maximum: number, step: number) => `${minimum} to ${maximum}, in steps of ${step}.`,
    belowActive: (activeUsers: number, tooMany: number) =>
      plural(tooMany, {
        one: `${activeUsers} users are active. No user is disabled, but no new user can register until ${tooMany} user is deleted or disabled.`,
        other: `${activeUsers} users are active. No user is disabled, but no new user can register until ${tooMany} users are deleted or disabled.`,
      }),
    submit: 'Save',
    done: (name: string, userLimit: number) => `User limit of ${name} set to ${userLimit}.`,
  },
});
