import { jest } from '@jest/globals';
import type { PresenceReport } from '../../contracts/presence.contract.js';
import type { Presence, PresenceTable } from './presence-table.js';
import { PresentStudents } from './present-students.js';

const USER = '0198c0de-0000-7000-8000-0000000000aa';
const HELP = '0198c0de-0000-7000-8000-0000000000bb';
const page: PresenceReport = {
  sessionId: '0198c0de-0000-7000-8000-0000000000cc',
  scenarioId: null,
  since: null,
  idle: false,
  needsHelp: false,
};
const idle = { ...page, idle: true };
const FIRST = '0198c0de-0000-7000-8000-0000000000d1';
const SECOND = '0198c0de-0000-7000-8000-0000000000d2';
/** A report with the id of its page and the number of its change. */
const of = (id: string, change: number, report: PresenceReport): PresenceReport => ({
  ...report,
  page: { id, change },
});
const asking = { ...page, needsHelp: true, helpId: HELP };

afterEach(() => jest.restoreAllMocks());

/** A node, its clock, and the presences that it has written. */
function createNode() {
  const written: Presence[] = [];
  let now = Date.parse('2026-03-02T09:00:00Z');
  const table = {
    write: async (presences: readonly Presence[]) => void written.push(...presences),
    release: async () => undefined,
  };
  const students = new PresentStudents(table as unknown as PresenceTable, { now: () => new Date(now) });
  const report = (connection: string, content: PresenceReport) => students.report(connection, USER, content);
  /** Lets time pass, and returns what the node then writes about the student. */
  const writtenAfter = async (seconds: number): Promise<Presence> => {
    now += seconds * 1_000;
    await students.write();
    return written.at(-1)!;
  };
  return { students, report, writtenAfter, written };
}

it('keeps the newest change while other pages repeat their reports', async () => {
  const { report, writtenAfter } = createNode();
  report('idle page', idle);
  await writtenAfter(1);
  report('active page', page);
  const first = await writtenAfter(1);
  expect(first.state).toBe('online');
  for (let round = 0; round < 6; round += 1) {
    report('idle page', idle);
    expect(await writtenAfter(15)).toEqual(first);
    report('active page', page);
    expect(await writtenAfter(15)).toEqual(first);
  }
});

it('keeps the state of a used page while another page becomes idle', async () => {
  const { students, report, writtenAfter } = createNode();
  report('other page', page);
  await writtenAfter(1);
  report('used page', { ...page, scenarioId: HELP });
  await writtenAfter(1);
  report('other page', idle);
  expect(await writtenAfter(1)).toMatchObject({ state: 'online', scenarioId: HELP });
  students.leave('used page');
  expect((await writtenAfter(11)).state).toBe('idle');
});

it('keeps a help request and its time while a page without one repeats its report', async () => {
  const { report, writtenAfter } = createNode();
  report('other page', page);
  await writtenAfter(1);
  report('asking page', asking);
  const { needsHelpSince } = await writtenAfter(1);
  report('other page', page);
  expect(await writtenAfter(30)).toMatchObject({ helpId: HELP, needsHelpSince });
  report('other page', asking);
  expect(await writtenAfter(30)).toMatchObject({ helpId: HELP, needsHelpSince });
  report('other page', page);
  expect(await writtenAfter(1)).toMatchObject({ helpId: null, needsHelpSince: null });
});

it('keeps the newest change while another page polls, each time with a new connection', async () => {
  const { students, report, writtenAfter } = createNode();
  const asked = of(FIRST, 0, asking);
  report('poll 0', asked);
  await writtenAfter(1);
  report('socket', page);
  for (let poll = 1; poll < 4; poll += 1) {
    students.leave(`poll ${poll - 1}`);
    expect((await writtenAfter(1)).helpId).toBeNull();
    report(`poll ${poll}`, asked);
    expect((await writtenAfter(25)).helpId).toBeNull();
  }
});

it('continues a page that polls with its own next poll, whatever other pages report', async () => {
  const { students, report, writtenAfter } = createNode();
  report('first page', of(FIRST, 0, asking));
  report('second page', of(SECOND, 0, page));
  students.leave('first page');
  students.leave('second page');
  report('first page again', of(FIRST, 1, page));
  students.leave('first page again');
  report('first page, idle', of(FIRST, 2, idle));
  // The second page may poll again.
  expect(await writtenAfter(1)).toMatchObject({ state: 'online', helpId: null });
});

it('takes a change back as a change, although the node has not seen the change in between', async () => {
  const { students, report, writtenAfter } = createNode();
  report('socket', of(FIRST, 0, page));
  report('other page', of(SECOND, 0, asking));
  const before = await writtenAfter(1);
  expect(before.helpId).toBe(HELP);
  students.leave('socket');
  report('next socket', of(FIRST, 2, page));
  const after = await writtenAfter(1);
  expect(after.helpId).toBeNull();
  expect(after.reportedAt > before.reportedAt).toBe(true);
});

it('keeps a page whose next poll began before the last one ended', async () => {
  const { students, report, writtenAfter } = createNode();
  report('first poll', of(FIRST, 0, page));
  report('second poll', of(FIRST, 0, page));
  students.leave('first poll');
  expect((await writtenAfter(30)).state).toBe('online');
  students.leave('second poll');
  expect((await writtenAfter(11)).state).toBe('offline');
});

it('keeps pages of different people apart, although they send the same id', async () => {
  const { students, report, writtenAfter, written } = createNode();
  report('socket', of(FIRST, 0, page));
  students.report('socket of another person', HELP, of(FIRST, 0, asking));
  students.leave('socket of another person');
  await writtenAfter(11);
  expect(written.slice(-2).map(({ userId, state }) => [userId, state])).toEqual([
    [USER, 'online'],
    [HELP, 'offline'],
  ]);
});

it('keeps a student online between two polls, and writes a student who stops polling as offline', async () => {
  const { students, report, writtenAfter } = createNode();
  report('first poll', page);
  students.leave('first poll');
  expect((await writtenAfter(9)).state).toBe('online');
  report('second poll', page);
  expect((await writtenAfter(15)).state).toBe('online');
  students.leave('second poll');
  expect((await writtenAfter(11)).state).toBe('offline');
});

it('applies each change of a page that polls immediately', async () => {
  const { students, report, writtenAfter } = createNode();
  const seen: (string | null)[] = [];
  for (const [poll, content] of [page, asking, page].entries()) {
    report(`poll ${poll}`, content);
    seen.push((await writtenAfter(1)).helpId);
    students.leave(`poll ${poll}`);
  }
  expect(seen).toEqual([null, HELP, null]);
});

it('gives the student the state of a remaining page after the page with the newest change has ended', async () => {
  const { students, report, writtenAfter } = createNode();
  report('first', page);
  await writtenAfter(1);
  report('second', asking);
  const before = await writtenAfter(1);
  expect(before.helpId).toBe(HELP);
  students.leave('second');
  // The table ignores an older change.
  expect(await writtenAfter(11)).toMatchObject({ helpId: null, reportedAt: before.reportedAt });
});

it('keeps a student whose connection has ended for ten seconds', async () => {
  const { students, report, writtenAfter, written } = createNode();
  report('socket', page);
  students.leave('socket');
  expect((await writtenAfter(9)).state).toBe('online');
  expect((await writtenAfter(1)).state).toBe('offline');
  await writtenAfter(5);
  expect(written).toHaveLength(2);
});

it('takes a new connection with the same report as newer, because the student may come from another node', async () => {
  const { students, report, writtenAfter } = createNode();
  report('socket', page);
  const before = await writtenAfter(1);
  students.leave('socket');
  report('next socket', page);
  expect((await writtenAfter(1)).reportedAt > before.reportedAt).toBe(true);
});

it('orders the changes of two nodes in the same millisecond', async () => {
  jest.spyOn(Math, 'random').mockReturnValueOnce(0.1).mockReturnValueOnce(0.2);
  const times = [createNode(), createNode()].map(async ({ report, writtenAfter }) => {
    report('socket', page);
    return (await writtenAfter(0)).reportedAt;
  });
  expect(new Set(await Promise.all(times)).size).toBe(2);
});
