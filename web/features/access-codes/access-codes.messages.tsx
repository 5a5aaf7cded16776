import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

export const accessCodesMessages = defineMessages('access-codes', {
  title: 'Access Codes',
  add: 'Add Access Code',
  couldNotAdd: 'An unknown error occurred',
  theAccessCodes: 'The access codes',
  noneFound: 'No Access Codes Found',
  noneFoundHelp: 'Add a code and assign it to an organization. New members use it to register.',
  columns: {
    code: 'Code',
    organization: 'Organization',
    generated: 'Generated',
    usersAssigned: 'Users assigned',
    actions: 'Actions',
  },
  added: (code: string) => `Access code ${code} added. Assign it to an organization.`,
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
        A person who registers with {code} becomes a member of this organization and takes one of its seats. The
        assignment cannot be changed.
      </>
    ),
    organization: 'Organization',
    noOrganizations: 'Create an organization first',
    choose: 'Choose…',
    assigned: (code: string) => `Access code ${code} assigned.`,
  },
  deleteDialog: {
    title: (code: string) => `Delete code ${code}?`,
    submit: 'Delete',
    help: 'The code can no longer be used to register. Users who registered with it stay in the organization. This cannot be undone.',
    deleted: (code: string) => `Access code ${code} deleted.`,
  },
});
