import { MIGRATIONS } from './migrations.js';

it('lists every shipped migration in the order in which databases have run them', () => {
  // Databases store these names. A renamed class would run again, and a database with a missing one would be rejected as newer.
  expect(MIGRATIONS.map(({ name }) => name)).toEqual([
    'EventLog1700000000000',
    'Projector1700000000100',
    'Courses1700000000400',
    'PersonalData1700000001000',
    'SignIn1700000001100',
    'GroupSelections1700000001200',
    'RegistrationRefusals1700000001250',
    'MailAndResets1700000001300',
    'Payments1700000001400',
    'LogSeals1700000001500',
    'SignInLimits1700000001600',
    'PaymentClosings1700000001650',
    'Presence1700000001950',
    'SandboxContents1700000002100',
    'Status1700000002200',
    'SealsOfLogs1700000002300',
    'AnnouncedVersions1700000002400',
    'ErasedSubjects1700000002650',
    'Redactions1700000002660',
    'ClaimsOfSeveralKeys1700000002670',
    'Accounts1700000002700',
    'NetworksOfResetRequests1700000002750',
    'SecurityEvents1700000002760',
    'UserImports1700000002800',
    'NaturalOrder1700000002900',
    'HelpRequests1700000003000',
    'LogLocation1700000003110',
    'Timelines1700000003120',
    'LeaderCandidates1700000003130',
    'Backups1700000003140',
    'Traces1700000003170',
    'EndedSessions1700000003190',
  ]);
});
