import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the buttons, apart from those of the dialogs, which load when they are opened. */
export const gradingButtonMessages = defineMessages('grading-button', { open: 'Grading', regrade: 'Regrade' });
