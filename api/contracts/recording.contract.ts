import { z } from 'zod';
import { ResultLevel } from './attempt.contract.js';
import { Scenario } from './catalogue.contract.js';
import { GradingSettings, RegradeChange } from './grading.contract.js';
import { ClassSessionDetails } from './group.contract.js';
import { LeaderboardNaming } from './leaderboard.contract.js';
import { Id } from './primitives.contract.js';

/** The projector's gapless number of an event. It is the one order of steps and attempts. */
const Sequence = z.number().int();
/** A time in milliseconds since 1970, by the clock of the database. */
const Time = z.number().int();
/** The index of a level in `ResultLevel`. */
const Level = z
  .number()
  .int()
  .min(0)
  .max(ResultLevel.options.length - 1);
/** A person, as the index in `people`. */
const PersonIndex = z.number().int();
/** A scenario, as the index in `scenarios`. */
const ScenarioIndex = z.number().int();

/**
 * A person: id, username, first name, last name, enabled. The texts are empty for students who were removed from the class, and those
 * of erased people are replaced. Names are those of now, also for the past.
 */
const RecordedPerson = z.tuple([Id, z.string(), z.string(), z.string(), z.boolean()]);

const stepOf = <const Kind extends string, Rest extends readonly z.ZodType[]>(kind: Kind, ...rest: Rest) =>
  z.tuple([Sequence, Time, z.literal(kind), ...rest]);

/** A regrade of a scenario, or of one of its questions; see `regrade.rule.ts`. */
const RecordedRegrade = z.object({
  questionText: z.string().nullable(),
  change: RegradeChange,
  neverLower: z.boolean(),
  passedShare: z.number(),
});

/**
 * A step of a class: sequence, time of the request, kind. Further values are the due start (`scheduled`), the due end or null
 * (`end-scheduled`), the start and the end that count (`started`, `ended`), the time of a frozen leaderboard (`frozen`), what students see
 * instead of names (`naming`), the edition of the catalogue (`catalogue`), the id of an attempt and its new level (`verified`), the id
 * of an attempt that differed and is `Reported` from then on (`differed`), and the grading settings (`grading`). Decisions of staff begin
 * with their id: about an attempt (`accepted`, `set-aside`), about a student in a scenario (`points` with points, maximum and success,
 * `excused`, `commented`, `restored`), and about a scenario (`regraded`). `undone` has the id of the decision that no longer applies. `naming`,
 * `cleared`, `catalogue`, `grading` and regrades of all classes also occur before the class; of `naming`, `catalogue` and `grading` the newest
 * earlier one applies. An ended class keeps the edition of its end. A class that is due starts and ends at its due time.
 */
export const RecordedStep = z.union([
  stepOf('scheduled', Time),
  stepOf('schedule-cancelled'),
  stepOf('started', Time),
  stepOf('end-scheduled', Time.nullable()),
  stepOf('ended', Time),
  stepOf('resumed'),
  stepOf('frozen', Time),
  stepOf('revealed'),
  stepOf('naming', LeaderboardNaming),
  stepOf('cleared'),
  stepOf('answers-released'),
  stepOf('answers-withheld'),
  stepOf('catalogue', z.number().int()),
  stepOf('verified', Id, Level),
  stepOf('differed', Id),
  stepOf('accepted', Id, Id),
  stepOf('set-aside', Id, Id),
  stepOf('points', Id, Id, Id, z.number(), z.number(), z.boolean()),
  stepOf('excused', Id, Id, Id),
  stepOf('commented', Id, Id, Id),
  stepOf('restored', Id, Id, Id),
  stepOf('regraded', Id, Id, RecordedRegrade),
  stepOf('undone', Id),
  stepOf('grading', GradingSettings),
]);
export type RecordedStep = z.infer<typeof RecordedStep>;

const ROSTER_STEPS = ['joined', 'left', 'moved'] as const;

/**
 * A change of the roster: sequence, time, kind, student. `left` removes the results of the student from all views. After `moved`, to
 * another organization, the results stay.
 */
const RosterStep = z.tuple([Sequence, Time, z.enum(ROSTER_STEPS), PersonIndex]);

/**
 * An attempt: sequence, student, scenario, time of arrival, start, completion, total, maxTotal, questions, maxQuestions, correct, counted,
 * flags of `ATTEMPT_FLAGS` of `recording.rule.ts`, level and reasons to review (`flagBits`) at arrival, attempt id. Points as in `GradebookCell`. Later versions add values at the end.
 */
const RecordedAttempt = z.tuple([
  Sequence,
  PersonIndex,
  ScenarioIndex,
  Time,
  Time,
  Time,
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
  Level,
  z.number().int(),
  Id,
]);

/**
 * The figures of an attempt from a sequence on, after a regrade, its undoing, or its arrival in a class with regrades: sequence, attempt
 * id, total, maxTotal, questions, maxQuestions, correct, counted, passed (0 or 1).
 */
const RegradedAttempt = z.tuple([
  Sequence,
  Id,
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().int(),
  z.number().int(),
  z.number().int().min(0).max(1),
]);

/**
 * The state of a student from a time on: time, student, code of `PRESENCE_CODES`, code of `HELP_CODES`, scenario, helper. A
 * student without an earlier state is offline. The end of the class ends all states.
 */
const RecordedState = z.tuple([
  Time,
  PersonIndex,
  z.number().int(),
  z.number().int(),
  ScenarioIndex.nullable(),
  PersonIndex.nullable(),
]);

/** A bookmark of the class: id, time, author, note. */
const RecordedBookmark = z.tuple([Id, Time, PersonIndex, z.string()]);

/** An edition of the catalogue, without questions. `catalogue` steps say when it was published. */
const RecordedEdition = z.object({ edition: z.number().int(), scenarios: z.array(Scenario.omit({ questions: true })) });

/**
 * Response of GET /api/sessions/{sessionId}/recording, for staff of the course: everything that shows the class at any of its moments. It
 * has an ETag, and If-None-Match is answered with 304. `steps`, `roster`, `attempts` and `regraded` are sorted by sequence, `states` and `bookmarks` by
 * time. The times of both are comparable. `editions` are those since the start of the class; a scenario that is in none of them is in
 * `removed`. `presenceSince` is null when no presence was recorded: before this version, or while the organization does not record.
 *
 * Two topics with the id of the class continue it. `{topic: 'recording', since: sequence, generation}` sends {@link RecordingRow}. A reply
 * with `full` has no rows: load the recording again. `recorded-states` sends {@link RecordedStateRow}.
 */
export const Recording = z.object({
  session: ClassSessionDetails,
  generation: z.number().int(),
  sequence: Sequence,
  presenceSince: Time.nullable(),
  people: z.array(RecordedPerson),
  scenarios: z.array(Id),
  editions: z.array(RecordedEdition),
  removed: z.array(Scenario.omit({ questions: true })),
  steps: z.array(RecordedStep),
  roster: z.array(RosterStep),
  attempts: z.array(RecordedAttempt),
  regraded: z.array(RegradedAttempt),
  states: z.array(RecordedState),
  bookmarks: z.array(RecordedBookmark),
});
export type Recording = z.infer<typeof Recording>;

/** {@link RosterStep}, {@link RecordedAttempt} of topic `recording`: people and scenarios are ids, because they may be new. */
const LiveRosterStep = z.tuple([Sequence, Time, z.enum(ROSTER_STEPS), Id]);
const LiveAttempt = z.tuple([Sequence, Id, Id], z.union([z.number(), Id]));

/**
 * A row of topic `recording`. Row keys: the id of a person, the sequence of a step or attempt, `{sequence}:{userId}` of a change of the
 * roster, `{sequence}:{attemptId}` of a regraded attempt.
 */
export const RecordingRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), person: RecordedPerson }),
  z.object({ kind: z.literal('step'), step: RecordedStep }),
  z.object({ kind: z.literal('roster'), step: LiveRosterStep }),
  z.object({ kind: z.literal('attempt'), attempt: LiveAttempt }),
  z.object({ kind: z.literal('regraded'), attempt: RegradedAttempt }),
]);
export type RecordingRow = z.infer<typeof RecordingRow>;

/**
 * A row of topic `recorded-states`: the newest state of a student, keyed by the student's id, or a bookmark, keyed by its own id. People
 * and scenarios are ids. When a student's state changes twice within two seconds, only the second is sent. A recording that is loaded later
 * has both.
 */
export const RecordedStateRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('state'),
    at: Time,
    presence: z.number().int(),
    help: z.number().int(),
    scenarioId: Id.nullable(),
    helperId: Id.nullable(),
  }),
  z.object({ kind: z.literal('bookmark'), at: Time, authorId: Id, note: z.string() }),
]);
export type RecordedStateRow = z.infer<typeof RecordedStateRow>;
