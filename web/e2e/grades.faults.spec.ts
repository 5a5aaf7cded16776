/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import type { SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import { type ApiCaller, signInCaller } from '../testing/api-caller.js';
import { accessibilityViolations, chromiumPath, launchBrowser } from '../testing/browser.js';
import { signIn, watch } from '../testing/game-page.js';
import { type Account, type Platform, startPlatform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;

/** Reasons, each a text that the student's page and exports are searched for. */
const REASONS = {
  points: 'The simulator stopped.',
  comment: 'Well flown after the restart.',
  excused: 'Was ill on this day.',
  restored: 'Flew it later.',
  aside: 'Flown by a colleague.',
  regrade: 'Two answers are right.',
};

withChromium('decisions about results, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let caller: ApiCaller;
  let instructor: Page;
  let student: Page;
  let session: ClassSession;
  let flight: Scenario;
  let quiz: Scenario;
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;
  const expectAccessible = async (page: Page) => expect(await accessibilityViolations(page)).toEqual([]);
  const dialogOf = (name: string | RegExp) => instructor.getByRole('dialog', { name });
  const cellOf = (scenario: Scenario) =>
    instructor
      .getByRole('row', { name: new RegExp(account('User').username) })
      .getByRole('gridcell')
      .nth(columnOf(scenario));
  let columns: string[] = [];
  /** Average and progress are before the scenarios. */
  const columnOf = ({ scenarioId }: Scenario): number => columns.indexOf(scenarioId) + 2;

  async function open(person: Account, width: number): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    watch(page, platform.url, complaints);
    await signIn(page, platform.url, person);
    await page.getByText(`Logged in as: ${person.username}`).waitFor();
    return page;
  }

  /** Submits an attempt of a flight with these points, or of a quiz with so many right answers. */
  async function play(by: ApiCaller, scenario: Scenario, worth: number): Promise<void> {
    const isQuiz = scenario.scenarioType === 'Quiz';
    const now = new Date().toISOString();
    const questionScorecards = scenario.questions.map(({ questionText, maxScore, answers }, index) => ({
      questionText,
      maxScore,
      score: index < worth ? (maxScore ?? 0) : 0,
      answerScorecards: answers.map((answer, nth) => ({
        answerText: answer.answerText,
        correct: answer.correct,
        answered: index < worth ? answer.correct : nth === answers.findIndex(({ correct }) => !correct),
      })),
    }));
    const attempt: SubmitScoreRequest = {
      attemptId: randomUUID(),
      sessionId: session.id,
      scenarioId: scenario.scenarioId,
      scoreCardType: scenario.scenarioType,
      totalScore: isQuiz ? 0 : worth,
      questionsScore: questionScorecards.reduce((sum, { score }) => sum + score, 0),
      maxTotalScore: scenario.maxTotalScore,
      maxQuestionsScore: scenario.maxQuestionsScore,
      passed: worth > 1,
      startedAt: now,
      completedAt: now,
      questionScorecards,
    };
    expect((await by.call('POST', '/scores', attempt)).status).toBe(202);
  }

  /** Opens an entry of the menu of a cell. */
  async function choose(scenario: Scenario, entry: string): Promise<void> {
    await cellOf(scenario).click({ button: 'right' });
    await instructor.getByRole('menuitem', { name: entry }).click();
  }

  async function giveReason(label: string, reason: string, submit: string): Promise<void> {
    const button = instructor.getByRole('button', { name: submit, exact: true });
    const dialog = instructor.getByRole('dialog').filter({ has: button });
    await dialog.getByLabel(label, { exact: true }).fill(reason);
    await expectAccessible(instructor);
    await button.click();
    await dialog.waitFor({ state: 'detached' });
  }

  const sees = (text: string | RegExp) => student.getByText(text).first().waitFor();
  const seesNoLonger = (text: string | RegExp) => student.getByText(text).first().waitFor({ state: 'detached' });
  const exported = async (): Promise<string> =>
    (await caller.call('GET', `/scores/session/${session.id}/all/csv?includeFailedScores=true&attempts=all`)).text();

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
    caller = await signInCaller(platform.url, account('Instructor'));
    const [course] = await caller.read<Group[]>('/groups');
    session = (await (await caller.call('PUT', `/groups/${course!.id}/activesession`)).json()) as ClassSession;
    const { catalogueId } = (await (await fetch(`${platform.url}/config.json`)).json()) as { catalogueId: string };
    const catalogue = await caller.read<Scenario[]>(`/courses/${catalogueId}/headers`);
    flight = catalogue.find((each) => each.campaignType === 'Compete' && each.scenarioType === 'Default')!;
    quiz = catalogue.find((each) => each.scenarioType === 'Quiz')!;
    columns = catalogue.filter(({ gameMode }) => gameMode !== 'Sandbox').map(({ scenarioId }) => scenarioId);
    const player = await signInCaller(platform.url, account('User'));
    await player.call('POST', '/groups/join', { code: course!.password });
    for (const points of [300, 800]) await play(player, flight, points);
    await play(player, quiz, 1);
    instructor = await open(account('Instructor'), 1440);
    await instructor.goto(`${platform.url}/gradebook/${session.id}`);
    student = await open(account('User'), 390);
    await student.goto(`${platform.url}/results`);
    await sees('Best attempt');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('sets points with the keyboard, and the student sees them with the reason', async () => {
    await cellOf(flight).focus();
    await instructor.keyboard.press('Shift+F10');
    await instructor.getByRole('menu').waitFor();
    await expectAccessible(instructor);
    await instructor.keyboard.press('ArrowDown');
    await instructor.keyboard.press('Enter');
    const dialog = dialogOf(/^Set the points of/);
    await dialog.getByLabel('Points', { exact: true }).fill('950');
    await giveReason('Reason', REASONS.points, 'Set points');
    await instructor.getByTitle(/Points set by staff/).waitFor();
    await sees(REASONS.points);
    await sees('Your instructor has just changed something about your results.');
    await sees(/^Originally 800 of/);
    await expectAccessible(student);
  });

  it('comments, excuses and restores, and the student sees each', async () => {
    await choose(flight, 'Comment…');
    await giveReason('Comment', REASONS.comment, 'Save comment');
    await sees(REASONS.comment);
    await choose(flight, 'Excuse…');
    await giveReason('Reason', REASONS.excused, 'Excuse');
    await sees('You are excused from this scenario.');
    await seesNoLonger(REASONS.points);
    await choose(flight, 'Restore…');
    await giveReason('Reason', REASONS.restored, 'Restore');
    await seesNoLonger(REASONS.excused);
    await seesNoLonger(/^Originally/);
  });

  it('sets an attempt aside, and the student sees which one counts', async () => {
    await choose(flight, 'Attempts…');
    await dialogOf(/./).getByRole('button', { name: 'Set aside…' }).first().click();
    await giveReason('Reason', REASONS.aside, 'Set aside');
    await expectAccessible(instructor);
    await sees(`Your instructor set this result aside: ${REASONS.aside}`);
    await instructor.keyboard.press('Escape');
  });

  it('regrades a question after a preview, and the student sees that without the question', async () => {
    await instructor
      .getByRole('columnheader', { name: new RegExp(quiz.scenarioShortTitle) })
      .click({ button: 'right' });
    await instructor.getByRole('menuitem', { name: 'Regrade…' }).click();
    const dialog = dialogOf(/^Regrade/);
    const { questionText } = quiz.questions[1]!;
    await dialog.getByLabel('What to regrade').selectOption({ label: questionText });
    await dialog.getByLabel('Full marks for everybody').check();
    await dialog.getByLabel('Reason').fill(REASONS.regrade);
    await dialog.getByText('1 result changes.').waitFor();
    await dialog.getByLabel('I have checked the preview.').check();
    await giveReason('Reason', REASONS.regrade, 'Apply');
    await sees(REASONS.regrade);
    await sees(/^Originally/);
    expect(await student.getByText(questionText).count()).toBe(0);
  });

  it('changes the grading settings after a preview, and the student reads them', async () => {
    await instructor.getByRole('button', { name: 'Grading', exact: true }).click();
    const dialog = dialogOf('Grading');
    await dialog.getByLabel('Attempt that counts').selectOption({ label: 'The average of all attempts' });
    await dialog.getByLabel('Pass mark in percent').fill('90');
    await dialog.getByLabel('I have checked the preview.').check();
    await expectAccessible(instructor);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sees('In this course, the average of your attempts of each scenario counts.');
    await sees('In this course, you pass a scenario from 90%.');
  });

  it('exports the reasons in force', async () => {
    const text = await exported();
    for (const reason of [REASONS.comment, REASONS.aside, REASONS.regrade]) expect(text).toContain(reason);
    expect(text).not.toContain(REASONS.excused);
  });

  it('undoes decisions and regrades, and the student no longer sees them', async () => {
    await choose(flight, 'Attempts…');
    const decisions = instructor.getByRole('region', { name: 'Decisions' });
    for (const decision of ['Attempt set aside', 'Restored', 'Excused', 'Comment', 'Points set: 950 of 1000']) {
      const undo = decisions.getByRole('button', { name: `Undo: ${decision}` });
      await undo.click();
      await undo.waitFor({ state: 'detached' });
      expect(await decisions.locator(':focus').count()).toBe(1);
    }
    await instructor.keyboard.press('Escape');
    await instructor
      .getByRole('columnheader', { name: new RegExp(quiz.scenarioShortTitle) })
      .click({ button: 'right' });
    await instructor.getByRole('menuitem', { name: 'Regrades…' }).click();
    await instructor.getByRole('button', { name: /^Undo the regrade of/ }).click();
    expect(await instructor.getByRole('dialog').locator(':focus').count()).toBe(1);
    await seesNoLonger(REASONS.regrade);
    await seesNoLonger(REASONS.aside);
    await seesNoLonger(REASONS.comment);
    const text = await exported();
    for (const reason of Object.values(REASONS)) expect(text).not.toContain(reason);
    expect(complaints).toEqual([]);
  });
});
