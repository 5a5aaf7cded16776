import { defineMessages } from '../../shared/messages/messages.js';

/** Text of the button, apart from those of the dialog, which loads when it is opened. */
export const gradingButtonMessages = defineMessages('grading-button', { open: 'Grading' });
