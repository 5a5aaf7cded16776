import type { appMessages } from './app.messages.js';
import type { framesMessages } from './frames.messages.js';
import type { accessCodesMessages } from '../features/access-codes/access-codes.messages.js';
import type { sandboxesMessages } from '../features/sandboxes/sandboxes.messages.js';
import type { resultsMessages } from '../features/results/results.messages.js';
import type { leaderboardsMessages } from '../features/leaderboards/leaderboards.messages.js';
import type { quizResponsesMessages } from '../features/quiz-responses/quiz-responses.messages.js';
import type { coursesMessages } from '../features/courses/courses.messages.js';
import type { courseDialogsMessages } from '../features/courses/course-dialogs.messages.js';
import type { ownCourseMessages } from '../features/courses/own-course.messages.js';
import type { debriefMessages } from '../features/debrief/debrief.messages.js';
import type { gradebookMessages } from '../features/gradebook/gradebook.messages.js';
import type { gradesMessages } from '../features/grades/grades.messages.js';
import type { reviewCountMessages } from '../features/grades/review-count.messages.js';
import type { levelsMessages } from '../shared/levels.messages.js';
import type { gradebookDialogsMessages } from '../features/gradebook/gradebook-dialogs.messages.js';
import type { quizNavMessages } from '../features/quiz-responses/quiz-nav.messages.js';
import type { auditMessages } from '../features/audit/audit.messages.js';
import type { gameMessages } from '../features/game/game.messages.js';
import type { operationsMessages } from '../features/operations/operations.messages.js';
import type { problemsMessages } from '../features/operations/problems.messages.js';
import type { peopleMessages } from '../features/people/people.messages.js';
import type { userImportMessages } from '../features/people/user-import.messages.js';
import type { ownHelpMessages } from '../features/presence/own-help.messages.js';
import type { presenceMessages } from '../features/presence/presence.messages.js';
import type { accountMessages } from '../features/account/account.messages.js';
import type { emailLinkMessages } from '../features/account/email-link.messages.js';
import type { bannerDialogsMessages } from '../features/banner/banner-dialogs.messages.js';
import type { bannerSettingsMessages } from '../features/banner/banner-settings.messages.js';
import type { bannerMessages } from '../features/banner/banner.messages.js';
import type { catalogueMessages } from '../features/catalogue/catalogue.messages.js';
import type { exportsMessages } from '../features/exports/exports.messages.js';
import type { organizationsMessages } from '../features/organizations/organizations.messages.js';
import type { outboxMessages } from '../features/outbox/outbox.messages.js';
import type { forgotPasswordMessages } from '../features/password-reset/forgot-password.messages.js';
import type { passwordResetMessages } from '../features/password-reset/password-reset.messages.js';
import type { registrationOutcomeMessages } from '../features/registration/registration-outcome.messages.js';
import type { recordingMessages } from '../features/recording/recording.messages.js';
import type { registrationMessages } from '../features/registration/registration.messages.js';
import type { signInAgainMessages } from '../features/sign-in/sign-in-again.messages.js';
import type { signInMessages } from '../features/sign-in/sign-in.messages.js';
import type { entryMessages } from '../shared/entry.messages.js';
import type { Language } from '../shared/messages/messages.js';
import type { sharedMessages } from '../shared/shared.messages.js';

/** All catalogues of the application by name: the texts that a language translates. */
export interface Translation {
  'access-codes': typeof accessCodesMessages;
  sandboxes: typeof sandboxesMessages;
  results: typeof resultsMessages;
  leaderboards: typeof leaderboardsMessages;
  account: typeof accountMessages;
  app: typeof appMessages;
  'banner-dialogs': typeof bannerDialogsMessages;
  'banner-settings': typeof bannerSettingsMessages;
  banner: typeof bannerMessages;
  catalogue: typeof catalogueMessages;
  'email-link': typeof emailLinkMessages;
  entry: typeof entryMessages;
  exports: typeof exportsMessages;
  'forgot-password': typeof forgotPasswordMessages;
  frames: typeof framesMessages;
  grades: typeof gradesMessages;
  levels: typeof levelsMessages;
  'review-count': typeof reviewCountMessages;
  organizations: typeof organizationsMessages;
  outbox: typeof outboxMessages;
  'password-reset': typeof passwordResetMessages;
  'registration-outcome': typeof registrationOutcomeMessages;
  recording: typeof recordingMessages;
  registration: typeof registrationMessages;
  shared: typeof sharedMessages;
  'quiz-responses': typeof quizResponsesMessages;
  courses: typeof coursesMessages;
  'course-dialogs': typeof courseDialogsMessages;
  'own-course': typeof ownCourseMessages;
  debrief: typeof debriefMessages;
  gradebook: typeof gradebookMessages;
  'gradebook-dialogs': typeof gradebookDialogsMessages;
  'quiz-nav': typeof quizNavMessages;
  audit: typeof auditMessages;
  game: typeof gameMessages;
  operations: typeof operationsMessages;
  problems: typeof problemsMessages;
  'own-help': typeof ownHelpMessages;
  people: typeof peopleMessages;
  presence: typeof presenceMessages;
  'user-import': typeof userImportMessages;
  'sign-in': typeof signInMessages;
  'sign-in-again': typeof signInAgainMessages;
}

/** Creates a language from a complete translation, for a file of `web/languages`. */
export const languageOf = (locale: string, translation: Translation): Language => ({
  locale,
  translate: (catalogue) => translation[catalogue as keyof Translation],
});
