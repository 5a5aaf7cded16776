import { ClaimsOfSeveralKeys1700000002670 } from './migrations/1700000002670-claims-of-several-keys.js';
import { ErasedSubjects1700000002650 } from './migrations/1700000002650-erased-subjects.js';
import { EventLog1700000000000 } from './migrations/1700000000000-event-log.js';
import { Projector1700000000100 } from './migrations/1700000000100-projector.js';
import { AnnouncedVersions1700000002400 } from './migrations/1700000002400-announced-versions.js';
import { Courses1700000000400 } from './migrations/1700000000400-courses.js';
import { MailAndResets1700000001300 } from './migrations/1700000001300-mail-and-resets.js';
import { PersonalData1700000001000 } from './migrations/1700000001000-personal-data.js';
import { SignIn1700000001100 } from './migrations/1700000001100-sign-in.js';
import { GroupSelections1700000001200 } from './migrations/1700000001200-group-selections.js';
import { RegistrationRefusals1700000001250 } from './migrations/1700000001250-registration-refusals.js';
import { Payments1700000001400 } from './migrations/1700000001400-payments.js';
import { LogSeals1700000001500 } from './migrations/1700000001500-log-seals.js';
import { PaymentClosings1700000001650 } from './migrations/1700000001650-payment-closings.js';
import { Presence1700000001950 } from './migrations/1700000001950-presence.js';
import { Redactions1700000002660 } from './migrations/1700000002660-redactions.js';
import { NaturalOrder1700000002900 } from './migrations/1700000002900-natural-order.js';
import { NetworksOfResetRequests1700000002750 } from './migrations/1700000002750-networks-of-reset-requests.js';
import { SealsOfLogs1700000002300 } from './migrations/1700000002300-seals-of-logs.js';
import { SandboxContents1700000002100 } from './migrations/1700000002100-sandbox-contents.js';
import { SecurityEvents1700000002760 } from './migrations/1700000002760-security-events.js';
import { Status1700000002200 } from './migrations/1700000002200-status.js';
import { UserImports1700000002800 } from './migrations/1700000002800-user-imports.js';
import { Accounts1700000002700 } from './migrations/1700000002700-accounts.js';
import { HelpRequests1700000003000 } from './migrations/1700000003000-help-requests.js';
import { LogLocation1700000003110 } from './migrations/1700000003110-log-location.js';
import { Timelines1700000003120 } from './migrations/1700000003120-timelines.js';
import { LeaderCandidates1700000003130 } from './migrations/1700000003130-leader-candidates.js';
import { Backups1700000003140 } from './migrations/1700000003140-backups.js';
import { Traces1700000003170 } from './migrations/1700000003170-traces.js';
import { SignInLimits1700000001600 } from './migrations/1700000001600-sign-in-limits.js';

/** Every migration, oldest first; one is never edited after it has shipped. */
export const MIGRATIONS = [
  EventLog1700000000000,
  Projector1700000000100,
  Courses1700000000400,
  PersonalData1700000001000,
  SignIn1700000001100,
  GroupSelections1700000001200,
  RegistrationRefusals1700000001250,
  Payments1700000001400,
  LogSeals1700000001500,
  MailAndResets1700000001300,
  SignInLimits1700000001600,
  PaymentClosings1700000001650,
  Presence1700000001950,
  SandboxContents1700000002100,
  Status1700000002200,
  SealsOfLogs1700000002300,
  AnnouncedVersions1700000002400,
  ErasedSubjects1700000002650,
  Redactions1700000002660,
  NetworksOfResetRequests1700000002750,
  SecurityEvents1700000002760,
  ClaimsOfSeveralKeys1700000002670,
  UserImports1700000002800,
  Accounts1700000002700,
  NaturalOrder1700000002900,
  HelpRequests1700000003000,
  LogLocation1700000003110,
  Timelines1700000003120,
  LeaderCandidates1700000003130,
  Backups1700000003140,
  Traces1700000003170,
];
