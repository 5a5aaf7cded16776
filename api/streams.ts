import { accessCodeStream } from './features/access-codes/access-code.stream.js';
import { bannerStream } from './features/banner/banner.stream.js';
import { catalogueStream } from './features/catalogue/catalogue.stream.js';
import { sentAnswersStream } from './features/catalogue/sent-answers/sent-answers.stream.js';
import { courseStream } from './features/courses/course.stream.js';
import { membershipStream } from './features/courses/membership.stream.js';
import { dataExportStream } from './features/exports/data-export.stream.js';
import { platformStream } from './features/first-start/platform.stream.js';
import { gradesStream } from './features/grades/grades.stream.js';
import { leaderboardsStream } from './features/leaderboards/clear-all/leaderboards.stream.js';
import { courseLeaderboardStream } from './features/leaderboards/course-leaderboard.stream.js';
import { replayStream } from './features/operations/replay.stream.js';
import { organizationStream } from './features/organizations/organization.stream.js';
import { seatsStream } from './features/organizations/seats.stream.js';
import { paymentStream } from './features/payments/payment.stream.js';
import { userStream } from './features/people/user.stream.js';
import { sandboxStream } from './features/sandboxes/sandbox.stream.js';
import { answersStream, debriefStream } from './features/scores/releases/class-releases.streams.js';
import { attemptStream } from './features/scores/score.stream.js';
import { verificationStream } from './features/scores/verification.stream.js';
import { lockStream, signInStream } from './features/sign-in/sign-in.stream.js';
import { StreamSet } from './platform/eventsourcing/stream-set.js';

/** All stream types. A type with stored events must never be removed, because it is needed to read them. */
export const streams = new StreamSet([
  accessCodeStream,
  organizationStream,
  seatsStream,
  bannerStream,
  catalogueStream,
  sentAnswersStream,
  dataExportStream,
  gradesStream,
  leaderboardsStream,
  courseLeaderboardStream,
  replayStream,
  answersStream,
  debriefStream,
  courseStream,
  membershipStream,
  userStream,
  paymentStream,
  sandboxStream,
  signInStream,
  lockStream,
  attemptStream,
  verificationStream,
  platformStream,
]);
