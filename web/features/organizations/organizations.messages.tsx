import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

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
    seats: 'Active users of user limit',
    created: 'Created',
    actions: 'Actions',
  },
  paid: 'Paid',
  unpaid: 'Unpaid',
  activeUsers: 'Active users',
  scaleTop: '100%',
  scaleBottom: '0%',
  seatsKey: (mark: ReactNode) => <>Share of seats taken, fullest first {mark} near the limit</>,
  changeLimitOf: (name: string) => `Change user limit of ${name}`,
  historyOf: (name: string) => `History of ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  createDialog: {
    submit: 'Create',
    hint: 'It starts unpaid, with a limit of 5 users.',
    isTaken: (name: string) => `There is already an organization named ${name}.`,
    done: (name: string) => `${name} is created: unpaid, with a limit of 5 users.`,
  },
  deleteDialog: {
    title: (name: string) => `Delete ${name}?`,
    help: 'Only an organization without users and courses can be deleted. This cannot be undone.',
    submit: 'Delete',
    done: (name: string) => `${name} is deleted.`,
  },
  unpaidDialog: {
    title: (name: string) => `Mark ${name} as Unpaid?`,
    help: (activeUsers: number) =>
      `Its ${activeUsers} active users are signed out within seconds and cannot sign in until it is paid again. Running classes continue until they end, for their staff and roster only. Scheduled classes are cancelled. No data is deleted.`,
    submit: 'Mark as Unpaid',
  },
  isPaid: (name: string) => `${name} is paid.`,
  isUnpaid: (name: string) => `${name} is unpaid.`,
  couldNotSetPaid: 'An unknown error occurred',
  limitDialog: {
    title: (name: string) => `User limit of ${name}`,
    label: 'User limit',
    hint: (minimum: number, maximum: number, step: number) => `${minimum} to ${maximum}, in steps of ${step}.`,
    belowActive: (activeUsers: number, tooMany: number) =>
      `${activeUsers} users are active. No user is disabled, but no new user can register until ${tooMany} are deleted or disabled.`,
    submit: 'Save',
    done: (name: string, userLimit: number) => `${name} may have ${userLimit} users.`,
  },
});
