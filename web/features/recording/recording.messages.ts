import { defineMessages, plural } from '../../shared/messages/messages.js';

export const recordingMessages = defineMessages('recording', {
  notice: (days: number) =>
    plural(days, {
      one: 'This class is recorded: when you are online, idle or in a scenario, and when you ask for help. Your instructor and the administrators can see the recording. It is deleted after one day.',
      other: `This class is recorded: when you are online, idle or in a scenario, and when you ask for help. Your instructor and the administrators can see the recording. It is deleted after ${days} days.`,
    }),
});
