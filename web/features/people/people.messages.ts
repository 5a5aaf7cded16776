import { defineMessages, plural } from '../../shared/messages/messages.js';

const users = (count: number): string => plural(count, { one: `${count} user`, other: `${count} users` });

export const peopleMessages = defineMessages('people', {
  title: 'Users',
  theUsers: 'The users',
  notFetched: 'Failed to fetch users',
  noneFound: 'No Users Found',
  noMatch: (search: string) => `No users match “${search}”. Try a shorter search.`,
  noneYet: 'Share an access code for registration, or import users from a file.',
  search: 'Name or e-mail',
  allOrganizations: 'All organizations',
  importUsers: 'Import users',
  export: 'Export',
  notDownloaded: 'Failed to download results',
  unknownError: 'An unknown error occurred',
  save: 'Save',
  stats: {
    activeUsers: 'Active users',
    administrators: 'Administrators',
    atTheLimit: 'At the limit, users must be deleted or disabled to register new ones.',
  },
  fields: {
    username: 'Username',
    email: 'Email',
    firstName: 'First Name',
    lastName: 'Last Name',
    rankTitle: 'Rank/Title',
    organization: 'Organization',
    noOrganization: 'None',
    role: 'Role',
    lastActive: 'Last active',
    neverActive: 'Never',
    lastJoinedCourse: 'Last joined course',
    status: 'Status',
    enabled: 'Enabled',
    disabled: 'Disabled',
    passwordPending: 'PASSWORD PENDING',
    actions: 'Actions',
  },
  actions: {
    edit: (username: string) => `Edit ${username}`,
    editRole: (username: string) => `Edit Role of ${username}`,
    resetPassword: (username: string) => `Reset password of ${username}`,
    endSessions: (username: string) => `End sessions of ${username}`,
    history: (username: string) => `History of ${username}`,
    delete: (username: string) => `Delete ${username}`,
  },
  ownAccount: {
    role: 'You cannot change the role for the logged-in account',
    delete: 'You cannot delete the logged-in account',
    disable: 'The logged-in account cannot be disabled',
  },
  editDialog: {
    ownEmail: 'Change your own e-mail address on your account page.',
    moves: (username: string) => `Moving ends the sessions of ${username} and takes a seat in the new organization.`,
    saved: (username: string) => `${username} saved.`,
  },
  roleDialog: {
    help: 'The new role takes effect immediately. If it has fewer permissions, the user must sign in again.',
    unchanged: 'User already has this role. No change made.',
    failed: 'Failed to update user role',
    changed: (username: string) => `${username} has a new role.`,
  },
  resetDialog: {
    title: (username: string) => `Reset the password of ${username}?`,
    submit: 'Reset password',
    help: (username: string, email: string) =>
      `The old password stops working immediately, and every session of ${username} ends. You get a one-time code for the user. The code is also mailed to ${email}.`,
    failed: 'Failed to reset user password',
    codeTitle: (username: string) => `One-time code for ${username}`,
    copyCode: 'Copy the code',
    codeHelp: (username: string) =>
      `Give this code to ${username}, who enters it instead of the password and then chooses a new one. The code works once, expires after 24 hours and is not shown again.`,
    done: 'Done',
  },
  endSessionsDialog: {
    title: (username: string) => `End the sessions of ${username}?`,
    submit: 'End sessions',
    help: (username: string) =>
      `${username} is signed out on every device, including from a running game. The account and its password do not change.`,
    failed: 'Failed to end the sessions',
    ended: (username: string) => `The sessions of ${username} have ended.`,
  },
  disableDialog: {
    title: (username: string) => `Disable ${username}?`,
    submit: 'Disable',
    help: (username: string) =>
      `${username} is signed out on every device and cannot sign in until the account is enabled again. Another user can take the seat until then. Scores stay in the gradebooks.`,
    disabled: (username: string) => `${username} disabled.`,
    enabled: (username: string) => `${username} enabled.`,
  },
  deleteDialog: {
    title: (username: string) => `Delete ${username}?`,
    submit: 'Delete',
    help: (username: string) =>
      `${username} can no longer sign in, and the seat is released. Scores stay in the gradebooks, and the username cannot be used again. This cannot be undone.`,
    failed: 'Failed to delete user',
    deleted: (username: string) => `${username} deleted.`,
  },
  imports: {
    import: 'Import',
    imported: (made: number) => `${users(made)} imported.`,
    importedRefused: (made: number, refused: number) => `${users(made)} imported, ${refused} refused.`,
  },
});
