import { defineMessages, plural } from '../../shared/messages/messages.js';

export const recordingMessages = defineMessages('recording', {
  notice: (days: number) =>
    plural(days, {
      one: 'This class is recorded: when you are online, idle or in a scenario, and when you ask for help. Your instructor and the administrators can see the recording. It is deleted after one day.',
      other: `This class is recorded: when you are online, idle or in a scenario, and when you ask for help. Your instructor and the administrators can see the recording. It is deleted after ${days} days.`,
    }),
  add: 'Bookmark',
  addHint: 'Marks this moment of the class. Key: B',
  addHintWithoutKey: 'Marks this moment of the class.',
  added: (time: string) => `Bookmark set at ${time}.`,
  notAdded: 'The bookmark could not be set. Try again.',
  undo: 'Undo',
  list: 'Show bookmarks',
  dialog: {
    title: 'Bookmarks',
    none: 'No bookmarks yet. Set one when something happens that you want to talk about later.',
    theBookmarks: 'The bookmarks',
    note: 'Note',
    noteOf: (time: string) => `Note of the bookmark at ${time}`,
    noNote: 'No note',
    by: (author: string) => `by ${author}`,
    edit: (time: string) => `Edit the note of the bookmark at ${time}`,
    save: 'Save',
    cancel: 'Cancel',
    delete: (time: string) => `Delete the bookmark at ${time}`,
    deleted: (time: string) => `Bookmark at ${time} deleted.`,
    failed: 'The change could not be saved. Try again.',
    key: 'Shortcut',
    keyOn: 'Key B sets a bookmark',
    keyOff: 'Key B is off',
    close: 'Close',
  },
});
