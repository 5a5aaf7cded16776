import { defineMessages } from '../../shared/messages/messages.js';

export const catalogueMessages = defineMessages('catalogue', {
  couldNotLoad: 'Failed to get scenarios',
  answers: {
    title: 'QUIZ ANSWERS',
    help: 'The platform scores quizzes, and players receive no correct answers before the hand-in. Send answers only for a game that scores quizzes itself: players can then read them.',
    setting: 'The setting of quiz answers',
    label: 'correct answers in the catalogue of players',
    sent: 'Answers sent to players',
    withheld: 'Answers withheld from players',
    doneSent: 'Correct answers are sent to players.',
    doneWithheld: 'Correct answers are withheld from players.',
    failed: 'The setting could not be changed. Try again.',
  },
});
