import fc from 'fast-check';
import { attemptId, CLASS_START, personId, recordedAttempt, sampleRecording, scenarioId } from './recording.fixture.js';
import { resultsOf, type RuledAttempt } from './cell-results.rule.js';
import { type Debrief, openDebrief } from './debrief.rule.js';
import type { DebriefOrder } from './debrief-entries.rule.js';
import { boardAt } from './debrief-board.rule.js';
import { cellAt, scenariosAt } from './debrief-gradebook.rule.js';
import { copyOf, type DebriefState } from './debrief-state.rule.js';
import { DEFAULT_GRADING, type Grading } from './grading.rule.js';
import type { RecordedStep, Recording } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { momentOfTime } from './moment.rule.js';
import { RESULT_LEVELS } from './result-level.rule.js';

const { passed, compete, late, quiz, tooFast } = ATTEMPT_FLAGS;
const at = (sequence: number): number => CLASS_START + sequence * 1_000;
const open = (parts: Partial<Recording>, order: DebriefOrder = 'seen'): Debrief =>
  openDebrief(sampleRecording(3, 2, parts), order);
const after = (debrief: Debrief, sequence: number): DebriefState => debrief.at(debrief.positionOf(sequence));
/** The points that count for each person in the first scenario. */
const points = (debrief: Debrief, state: DebriefState): (number | null)[] =>
  debrief.recording.people.map((_, person) => {
    const row = cellAt(debrief, state, person * 2);
    return row?.kind === 'cell' ? row.total : null;
  });
const leaders = (debrief: Debrief, state: DebriefState, view: 'staff' | 'students' = 'staff'): string[] =>
  boardAt(debrief, state, { view }).map(({ userName, score }) => `${userName} ${score}`);

describe('the gradebook', () => {
  it('shows the best attempt that has arrived', () => {
    const debrief = open({
      attempts: [10, 20, 30].map((sequence) => recordedAttempt(sequence, { total: 60 - sequence })),
    });
    expect([5, 10, 20, 30].map((sequence) => points(debrief, after(debrief, sequence))[0])).toEqual([null, 50, 50, 50]);
  });

  it('leaves an attempt out while it is set aside', () => {
    const steps: RecordedStep[] = [
      [12, at(12), 'set-aside', 'a decision', attemptId(10)],
      [14, at(14), 'undone', 'a decision'],
    ];
    const debrief = open({ steps, attempts: [recordedAttempt(10), recordedAttempt(11, { total: 40 })] });
    expect([11, 12, 14].map((sequence) => points(debrief, after(debrief, sequence))[0])).toEqual([50, 40, 50]);
  });

  it('counts late attempts from a resumption on', () => {
    const steps: RecordedStep[] = [
      [5, at(5), 'ended', at(5)],
      [12, at(12), 'resumed'],
    ];
    const debrief = open({ steps, attempts: [recordedAttempt(10, { flags: passed + compete + late })] });
    expect([10, 12].map((sequence) => points(debrief, after(debrief, sequence))[0])).toEqual([null, 50]);
    expect(debrief.isLate(after(debrief, 10), 0)).toBe(true);
    expect(debrief.isLate(after(debrief, 12), 0)).toBe(false);
  });

  it('leaves out results below the level that counts', () => {
    const steps: RecordedStep[] = [
      [11, at(11), 'grading', { ...DEFAULT_GRADING, count: 'Witnessed' }],
      [12, at(12), 'verified', attemptId(10), 2],
      [13, at(13), 'differed', attemptId(10)],
    ];
    const debrief = open({ steps, attempts: [recordedAttempt(10)] });
    expect([10, 11, 12, 13].map((sequence) => points(debrief, after(debrief, sequence))[0])).toEqual([
      50,
      null,
      50,
      null,
    ]);
  });

  it('has the columns of the edition of the moment, and an ended class keeps them', () => {
    const sample = sampleRecording(1, 2);
    const [{ scenarios }] = sample.editions as [Recording['editions'][number]];
    const editions = [
      { edition: 1, scenarios: scenarios.slice(0, 1) },
      { edition: 2, scenarios: scenarios.slice(1) },
    ];
    const steps: RecordedStep[] = [
      [10, at(10), 'catalogue', 2],
      [20, at(20), 'ended', at(20)],
      [30, at(30), 'catalogue', 3],
    ];
    const debrief = open({ editions, steps, attempts: [recordedAttempt(5)] });
    const titles = (sequence: number) =>
      scenariosAt(debrief, after(debrief, sequence)).map(({ scenarioShortTitle }) => scenarioShortTitle);
    expect([titles(4), titles(10), titles(30)]).toEqual([['S0'], ['S1', 'S0'], ['S1', 'S0']]);
  });
});

describe('the board', () => {
  it('ranks passed Compete attempts, the earlier of equal sums first', () => {
    const attempts = [
      recordedAttempt(10, { person: 0 }),
      recordedAttempt(11, { person: 1 }),
      recordedAttempt(12, { person: 2, flags: compete }),
      recordedAttempt(13, { person: 2, total: 90, flags: passed }),
    ];
    const debrief = open({ attempts });
    expect(leaders(debrief, after(debrief, 13))).toEqual(['student0 50', 'student1 50']);
  });

  it('keeps the places of a freeze for students until it is revealed', () => {
    const steps: RecordedStep[] = [
      [11, at(11), 'frozen', at(11)],
      [13, at(13), 'revealed'],
    ];
    const debrief = open({ steps, attempts: [recordedAttempt(10), recordedAttempt(12, { person: 1, total: 70 })] });
    expect(leaders(debrief, after(debrief, 12), 'students')).toEqual(['student0 50']);
    expect(leaders(debrief, after(debrief, 12))).toEqual(['student1 70', 'student0 50']);
    expect(leaders(debrief, after(debrief, 13), 'students')).toEqual(['student1 70', 'student0 50']);
  });

  it('starts again after a clear, also while it is frozen', () => {
    const steps: RecordedStep[] = [
      [11, at(11), 'frozen', at(11)],
      [12, at(12), 'cleared'],
    ];
    const debrief = open({ steps, attempts: [recordedAttempt(10), recordedAttempt(13, { person: 1 })] });
    expect(leaders(debrief, after(debrief, 13))).toEqual(['student1 50']);
    expect(leaders(debrief, after(debrief, 13), 'students')).toEqual([]);
  });

  it('leaves out students who left, and keeps those who moved to another organization', () => {
    const roster: Recording['roster'] = [
      [12, at(12), 'left', 0],
      [13, at(13), 'moved', 1],
    ];
    const debrief = open({ roster, attempts: [recordedAttempt(10), recordedAttempt(11, { person: 1 })] });
    expect(leaders(debrief, after(debrief, 13))).toEqual(['student1 50']);
  });
});

it('shows an attempt when it arrived, or when it was completed', () => {
  const parts = { attempts: [recordedAttempt(50, { completedAt: 10_000 })] };
  const shown = (order: DebriefOrder, seconds: number) => {
    const debrief = open(parts, order);
    return points(debrief, debrief.at(debrief.positionAt(at(seconds))))[0];
  };
  expect([shown('seen', 10), shown('seen', 50), shown('happened', 9), shown('happened', 10)]).toEqual([
    null,
    50,
    null,
    50,
  ]);
});

it('shows an imported class, whose catalogue was published later by its time', () => {
  const sample = sampleRecording(3, 2, { attempts: [recordedAttempt(50)] });
  const steps = sample.steps.map((step) => (step[2] === 'catalogue' ? [step[0], at(9_000), step[2], step[3]] : step));
  for (const order of ['seen', 'happened'] as const) {
    const debrief = openDebrief({ ...sample, steps: steps as RecordedStep[] }, order);
    expect(points(debrief, debrief.at(debrief.positionAt(at(49))))[0]).toBeNull();
    const state = debrief.at(debrief.positionAt(at(50)));
    expect([points(debrief, state)[0], state.facts.edition]).toEqual([50, 1]);
  }
});

describe('any recording', () => {
  const PEOPLE = 4;
  const SCENARIOS = 3;
  const figures = fc.record({
    person: fc.nat(PEOPLE - 1),
    scenario: fc.nat(SCENARIOS - 1),
    total: fc.nat(3),
    flags: fc.nat(passed + tooFast + late + compete + quiz),
    level: fc.nat(2),
    delay: fc.nat(5_000),
  });
  const entry = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('attempt' as const), figures }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'set-aside',
          'accepted',
          'undone',
          'verified',
          'differed',
          'grading',
          'points',
          'excused',
          'commented',
          'restored',
          'regraded',
          'resumed',
          'frozen',
          'revealed',
          'cleared',
        ),
        target: fc.nat(),
        level: fc.nat(2),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('joined', 'left', 'moved'), person: fc.nat(PEOPLE - 1) }),
    },
  );
  type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

  /** Builds a recording whose entries have the sequences 10, 20, 30 and so on. */
  function recordingOf(entries: readonly Entry[]): Recording {
    const [steps, roster, attempts]: [RecordedStep[], Recording['roster'], Recording['attempts']] = [[], [], []];
    const regraded: Recording['regraded'] = [];
    const decided: string[] = [];
    for (const [index, each] of entries.entries()) {
      const sequence = (index + 1) * 10;
      const time = at(sequence);
      if ('figures' in each) {
        const completedAt = sequence * 1_000 - each.figures.delay;
        attempts.push(recordedAttempt(sequence, { ...each.figures, completedAt }));
      } else if ('person' in each) {
        roster.push([sequence, time, each.kind, each.person]);
      } else {
        const attempt = attempts[each.target % Math.max(attempts.length, 1)];
        const decisionId = `decision ${sequence}`;
        const cell = [personId(each.target % PEOPLE), scenarioId(each.target % SCENARIOS)] as const;
        if (each.kind === 'frozen') steps.push([sequence, time, 'frozen', time]);
        else if (each.kind === 'grading')
          steps.push([sequence, time, 'grading', GRADINGS[each.target % GRADINGS.length]!]);
        else if (each.kind === 'resumed' || each.kind === 'revealed' || each.kind === 'cleared')
          steps.push([sequence, time, each.kind]);
        else if (each.kind === 'points') {
          decided.push(decisionId);
          steps.push([sequence, time, 'points', decisionId, ...cell, each.level, 2, each.level === 2]);
        } else if (each.kind === 'excused' || each.kind === 'commented' || each.kind === 'restored') {
          decided.push(decisionId);
          steps.push([sequence, time, each.kind, decisionId, ...cell]);
        } else if (each.kind === 'undone') {
          const undone = decided[each.target % Math.max(decided.length, 1)];
          if (undone !== undefined) steps.push([sequence, time, 'undone', undone]);
        } else if (!attempt) continue;
        else if (each.kind === 'verified') steps.push([sequence, time, 'verified', attempt[15], each.level]);
        else if (each.kind === 'differed') steps.push([sequence, time, 'differed', attempt[15]]);
        else if (each.kind === 'regraded') {
          steps.push([sequence, time, 'regraded', decisionId, cell[1], REGRADE]);
          regraded.push([sequence, attempt[15], each.level, 3, 0, 0, each.level, 2, Number(each.level > 0)]);
        } else {
          decided.push(decisionId);
          steps.push([sequence, time, each.kind, decisionId, attempt[15]]);
        }
      }
    }
    return sampleRecording(PEOPLE, SCENARIOS, { steps, roster, attempts, regraded });
  }

  it('shows at each sequence what the rule of the server selects from the attempts so far', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const recording = recordingOf(entries);
        const debrief = openDebrief(recording, 'seen');
        for (let sequence = 10; sequence <= entries.length * 10; sequence += 10) {
          const state = after(debrief, sequence);
          for (let cell = 0; cell < PEOPLE * SCENARIOS; cell += 1) {
            const { cell: result, marks } = resultsAt(recording, sequence, cell);
            const time = typeof result?.time === 'number' ? momentOfTime(result.time) : null;
            const row = cellAt(debrief, state, cell);
            expect(
              row && (row.kind === 'cell' ? [row.total, row.questions, row.passed, row.level, row.completedAt] : []),
            ).toEqual(
              result
                ? [result.totalScore, result.questionsScore, result.passed, result.level, time]
                : marks
                  ? []
                  : null,
            );
            expect(row && 'marks' in row ? row.marks : 0).toBe(marks);
          }
        }
      }),
    );
  });

  it('shows the same after jumps in any direction as after a fold from the start', () => {
    const many = fc.array(entry, { minLength: 250, maxLength: 300 });
    const orders = fc.constantFrom<DebriefOrder>('seen', 'happened');
    fc.assert(
      fc.property(many, fc.array(fc.nat(300), { minLength: 5, maxLength: 8 }), orders, (entries, jumps, order) => {
        const recording = recordingOf(entries);
        const jumping = openDebrief(recording, order, 50);
        for (const jump of jumps) {
          const folded = openDebrief(recording, order);
          folded.at(0);
          for (let position = 0; position < jump; position += 1) folded.at(position);
          expect(copyOf(jumping.at(jump))).toEqual(copyOf(folded.at(jump)));
        }
      }),
      { numRuns: 6 },
    );
  });

  /** Applies the rules of the server to a cell as of a sequence, from the start. */
  function resultsAt(recording: Recording, sequence: number, cell: number) {
    const [person, scenario] = [Math.floor(cell / SCENARIOS), cell % SCENARIOS];
    const steps = recording.steps.filter((step) => step[0] <= sequence);
    const undone = new Set(steps.flatMap((step) => (step[2] === 'undone' ? [step[3]] : [])));
    const inForce = steps.filter((step) => typeof step[3] !== 'string' || !undone.has(step[3]));
    const newest = (kind: RecordedStep[2]) => steps.findLast((step) => step[2] === kind)?.[0] ?? 0;
    const grading = steps.findLast((step) => step[2] === 'grading');
    const about = inForce.filter((step) => step[4] === personId(person) && step[5] === scenarioId(scenario));
    const last = about.findLast((step) => step[2] === 'points' || step[2] === 'excused' || step[2] === 'restored');
    return resultsOf(
      {
        attempts: recording.attempts
          .filter((attempt) => attempt[0] <= sequence && attempt[1] === person && attempt[2] === scenario)
          .map((attempt) => ruledAttempt(recording, sequence, inForce, newest('resumed'), attempt)),
        points:
          last?.[2] === 'points'
            ? {
                points: last[6],
                maximum: last[7],
                passed: last[8],
                compete: false,
                decidedAt: new Date(last[1]),
                sequence: last[0],
              }
            : null,
        excused: last?.[2] === 'excused',
        commented: about.some((step) => step[2] === 'commented'),
      },
      { grading: grading?.[2] === 'grading' ? grading[3] : DEFAULT_GRADING, cleared: newest('cleared') },
    );
  }

  function ruledAttempt(
    { regraded }: Recording,
    until: number,
    steps: readonly RecordedStep[],
    resumed: number,
    [
      sequence,
      ,
      ,
      ,
      ,
      completedAt,
      totalScore,
      maxTotalScore,
      questionsScore,
      maxQuestionsScore,
      correct,
      counted,
      flags,
      level,
      ,
      attemptId,
    ]: Recording['attempts'][number],
  ): RuledAttempt {
    const original = {
      totalScore,
      maxTotalScore,
      questionsScore,
      maxQuestionsScore,
      correct,
      counted,
      passed: (flags & passed) !== 0,
    };
    const now = regraded.findLast(([from, id]) => id === attemptId && from <= until);
    const figures = now && {
      totalScore: now[2],
      maxTotalScore: now[3],
      questionsScore: now[4],
      maxQuestionsScore: now[5],
      correct: now[6],
      counted: now[7],
      passed: now[8] === 1,
    };
    const decision = steps.findLast(
      (step) => (step[2] === 'accepted' || step[2] === 'set-aside') && step[4] === attemptId,
    );
    const check = steps.findLast((step) => (step[2] === 'verified' || step[2] === 'differed') && step[3] === attemptId);
    const rank = check?.[2] === 'verified' ? check[4] : check ? 0 : level;
    const isOriginal = !figures || JSON.stringify(figures) === JSON.stringify(original);
    return {
      ...(figures ?? original),
      ...(!isOriginal && { original }),
      attemptId,
      scoreCardType: (flags & quiz) === 0 ? 'Default' : 'Quiz',
      late: (flags & late) !== 0 && sequence >= resumed,
      setAside: decision?.[2] === 'set-aside',
      tooFast: (flags & tooFast) !== 0,
      level: RESULT_LEVELS[rank]!,
      compete: (flags & compete) !== 0,
      time: completedAt,
      sequence,
    };
  }
});

const GRADINGS: readonly Grading[] = [
  DEFAULT_GRADING,
  { ...DEFAULT_GRADING, count: 'Witnessed' },
  { ...DEFAULT_GRADING, count: 'Verified' },
  { ...DEFAULT_GRADING, attempts: 'Last' },
  { ...DEFAULT_GRADING, attempts: 'Average', passMark: 50 },
];
const REGRADE = { questionText: null, change: { kind: 'FullMarks' as const }, neverLower: false, passedShare: 0.6 };
