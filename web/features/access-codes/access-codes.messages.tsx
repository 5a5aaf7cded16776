import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

export const accessCodesMessages = defineMessages('access-codes', {
  title: 'Access Codes',
  add: 'Add Access Code',
  couldNotAdd: 'An unknown error occurred',
  theAccessCodes: 'The access codes',
  noneFound: 'No Access Codes Found',
  noneFoundHelp: 'Add one and assign it to an organization. Its members register with it.',
  columns: {
    code: 'Code',
    organization: 'Organization',
    generated: 'Generated',
    usersAssigned: 'Users assigned',
    actions: 'Actions',
  },
  copyCode: (code: string) => `Copy code ${code}`,
  deletedOrganization: 'Deleted organization',
  noOrganization: 'None',
  assignOrganization: 'EDIT ORG',
  assignOrganizationOf: (code: string) => `EDIT ORG of ${code}`,
  deleteCode: (code: string) => `Delete code ${code}`,
  assignDialog: {
    title: 'Assign Organization',
    submit: 'Assign',
    chooseOrganization: 'Choose an organization.',
    help: (code: ReactNode) => (
      <>
        A person who registers with {code} becomes a member of this organization and takes one of its seats. A code is
        assigned once and cannot be moved.
      </>
    ),
    organization: 'Organization',
    noOrganizations: 'Create an organization first',
    choose: 'Choose…',
    assigned: (code: string) => `Access code ${code} is assigned.`,
  },
  deleteDialog: {
    title: (code: string) => `Delete code ${code}?`,
    submit: 'Delete',
    help: 'Nobody can register with it any more. Who did so stays in the organization. This cannot be undone.',
  },
});
