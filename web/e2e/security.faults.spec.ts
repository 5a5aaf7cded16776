/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Username } from '../../api/contracts/account.contract.js';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import type { BasicUser } from '../../api/contracts/user.contract.js';
import { type ApiCaller, signInCaller } from '../testing/api-caller.js';
import { chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { htmlOfMails, mailTo } from '../testing/mails.js';
import { startNewPlatform, type Account, type Platform } from '../testing/platform.js';
import { PAYLOADS } from '../testing/stored-payloads.js';
import { attacksOn, openWatchedPage } from '../testing/watched-page.js';

const withChromium = chromiumPath() ? describe : describe.skip;
/** The payload that names the people and the class whose screens are opened. */
const IMAGE = PAYLOADS[2]!;
const FORMULA = PAYLOADS.at(-1)!;
const LONG_MS = 180_000;

withChromium('protection against attacks, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let admin: ApiCaller;
  let student: ApiCaller;
  let session: ClassSession;
  let quiz: Scenario;
  let users: BasicUser[];
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  beforeAll(async () => {
    platform = await startNewPlatform({ TRUSTED_PROXIES: '1', LOG_LEVEL: 'debug' });
    browser = await launchBrowser(SOFTWARE_WEBGL);
    admin = await signInCaller(platform.url, account('SystemAdmin'));
    student = await signInCaller(platform.url, account('User'));
    users = await admin.read<BasicUser[]>('/users');
  }, LONG_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const newContext = (): Promise<BrowserContext> => browser.newContext({ viewport: { width: 1600, height: 900 } });

  async function signedIn(role: string): Promise<Page> {
    const { username, password } = account(role);
    const page = await openWatchedPage(await newContext(), platform.url, complaints);
    await page.goto(platform.url);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/');
    return page;
  }

  describe('security headers', () => {
    const REVALIDATED = 'no-cache';
    const FOR_GOOD = 'public, max-age=31536000, immutable';
    const hashedScript = () => readdirSync('dist/web/assets').find((file) => file.endsWith('.js'));

    it.each([
      ['the login page', () => '/', REVALIDATED],
      ['a page of the router', () => '/admin/users', REVALIDATED],
      ['the game', () => '/play', REVALIDATED],
      ['the page of a reset link', () => '/reset-password?email=a&token=b', REVALIDATED],
      ['a script', () => `/assets/${hashedScript()}`, FOR_GOOD],
      ['a script that does not exist', () => '/assets/gone.js', undefined],
      ['a file of the game', () => '/unitybuild/Build.wasm', REVALIDATED],
      ['the third-party notices', () => '/third-party-notices.md', REVALIDATED],
      ['the client configuration', () => '/config.json', 'no-store'],
      ['a response of the API', () => '/api/users', 'no-store'],
      ['an unknown route', () => '/api/nowhere', 'no-store'],
      ['the banner', () => '/api/systemSettings/bannerMessage', expect.stringContaining('max-age=30')],
      ['readiness', () => '/health/ready', undefined],
    ])('are set for %s', async (_, path, cache) => {
      const { headers } = await fetch(platform.url + path(), { headers: { 'x-forwarded-proto': 'https' } });
      const isReset = path().startsWith('/reset');
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /default-src 'self'.*object-src 'none'; base-uri 'none'; frame-ancestors 'none'/,
        ) as unknown,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining(
          `clipboard-read=(${path() === '/play' ? 'self' : ''})`,
        ) as unknown,
        'referrer-policy': isReset ? 'no-referrer' : 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval' |script-src[^;]*unsafe-inline/);
      expect(headers.get('content-security-policy')?.includes('wasm')).toBe(path() === '/play');
      if (cache) expect(headers.get('cache-control')).toEqual(cache);
      for (const name of ['server', 'x-powered-by', 'via']) expect([name, headers.get(name)]).toEqual([name, null]);
    });

    it('make the gradebook private and revalidated on each request', async () => {
      const [course] = await admin.read<Group[]>('/groups');
      const started = (await (await admin.call('PUT', `/groups/${course!.id}/activesession`)).json()) as ClassSession;
      const answer = await admin.call('GET', `/sessions/${started.id}/gradebook`);
      expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
        'private, no-cache',
        expect.any(String),
      ]);
    });

    it('do not include HSTS without TLS', async () => {
      expect((await fetch(platform.url)).headers.has('strict-transport-security')).toBe(false);
    });
  });

  describe('the content security policy in a browser', () => {
    /** Runs from a timer, because browsers may exempt code evaluated by the test itself. */
    const attempt = (page: Page, what: 'inline' | 'eval' | 'wasm' | 'handler') =>
      page.evaluate(
        (kind) =>
          new Promise<string>((resolve) => {
            setTimeout(() => {
              try {
                if (kind === 'eval') new Function('return 1')();
                const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
                if (kind === 'wasm') WebAssembly.Module.exports(new WebAssembly.Module(empty));
                const element = document.createElement(kind === 'inline' ? 'script' : 'button');
                if (kind === 'inline') element.textContent = 'document.documentElement.dataset.ran = "inline"';
                if (kind === 'handler')
                  element.setAttribute('onclick', 'document.documentElement.dataset.ran = "handler"');
                document.body.append(element);
                if (kind === 'handler') element.click();
                element.remove();
                const isInline = kind === 'inline' || kind === 'handler';
                resolve(isInline && !document.documentElement.dataset.ran ? 'refused' : 'ran');
              } catch {
                resolve('refused');
              }
            });
          }),
        what,
      );
    const attempts = async (path: string) => {
      const context = await newContext();
      const page = await context.newPage();
      await page.goto(platform.url + path);
      const results = [];
      for (const kind of ['inline', 'handler', 'eval', 'wasm'] as const) results.push(await attempt(page, kind));
      await context.close();
      return results;
    };

    it.each(['/', '/register', '/reset-password?email=a@b.example&token=c', '/forbidden', '/admin/users'])(
      'blocks inline code, eval and WebAssembly on %s',
      async (path) => expect(await attempts(path)).toEqual(['refused', 'refused', 'refused', 'refused']),
    );

    it('allows WebAssembly only on the page of the game, and no other code', async () => {
      expect(await attempts('/play')).toEqual(['refused', 'refused', 'refused', 'ran']);
    });

    it('cannot be bypassed by opening the game without a new document', async () => {
      const page = await (await newContext()).newPage();
      await page.goto(platform.url);
      await page.evaluate(() => history.pushState(null, '', '/play'));
      expect(await attempt(page, 'wasm')).toBe('refused');
      await page.context().close();
    });

    it('blocks framing', async () => {
      const page = await (await newContext()).newPage();
      await page.setContent(`<iframe src="${platform.url}/"></iframe>`);
      await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument === null);
      expect(await page.frames()[1]?.locator('#root').count()).toBe(0);
      await page.context().close();
    });

    it('reports violations to the platform', async () => {
      const page = await (await newContext()).newPage();
      await page.goto(`${platform.url}/register?invited=a@b.example`);
      // The browser sends reports when it is idle, and not after the page is closed.
      await attempt(page, 'inline');
      await platform.printed('a browser blocked inline on /register because of script-src-elem');
      await attempt(page, 'eval');
      await platform.printed('a browser blocked eval on /register because of script-src');
      expect(
        platform
          .output()
          .match(/a browser blocked[^"]*/g)
          ?.join(),
      ).not.toContain('b.example');
      await page.context().close();
    });
  });

  describe('stored payloads', () => {
    it('would do harm as markup', async () => {
      const page = await (await newContext()).newPage();
      await page.setContent(PAYLOADS.join('\n'));
      expect((await attacksOn(page)).length).toBeGreaterThan(5);
      await page.context().close();
    });

    it(
      'are stored as text, or rejected',
      async () => {
        const refusals: number[] = [];
        const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
          const answer = await admin.call(method, path, body);
          if (!answer.ok) refusals.push(answer.status);
          return answer;
        };
        for (const payload of PAYLOADS) expect(Username.safeParse(payload).success).toBe(false);
        // Other users of the demo are disabled or belong to another organization, and cannot join the course.
        const students = users.filter(({ username }) => username.startsWith('student'));
        const instructor = users.find(({ roles }) => roles.includes('Instructor'))!;
        const courses = new Map<string, Group>();
        for (const [index, payload] of PAYLOADS.entries()) {
          await send('POST', `/organizations/${encodeURIComponent(payload)}`);
          const names = { firstName: payload, lastName: payload, rankTitle: payload };
          expect((await send('PUT', `/users/${students[index]!.id}`, names)).status).toBeLessThan(300);
          const memberIds = payload === IMAGE ? students.map(({ id }) => id) : [];
          const course = await send('POST', '/groups', {
            name: payload,
            ownerId: instructor.id,
            caption: payload,
            memberIds,
          });
          expect(course.status).toBe(201);
          courses.set(payload, (await course.json()) as Group);
          const sandbox = await student.call('POST', '/sandboxes', { title: payload, data: { note: payload } });
          expect(sandbox.status).toBe(201);
        }
        // names of organizations must not contain a slash
        expect(new Set(refusals)).toEqual(new Set([400]));
        expect(refusals.length).toBeLessThan(PAYLOADS.length / 2);
        const banner = { message: PAYLOADS.join('\n'), endDate: '2099-12-31T23:59:00Z' };
        expect((await admin.call('POST', '/systemSettings/bannerMessage', banner)).ok).toBe(true);
        session = (await (
          await admin.call('PUT', `/groups/${courses.get(IMAGE)!.id}/activesession`)
        ).json()) as ClassSession;
        await submitQuiz();
      },
      LONG_MS,
    );

    async function submitQuiz(): Promise<void> {
      const { catalogueId } = (await (await fetch(`${platform.url}/config.json`)).json()) as { catalogueId: string };
      const scenarios = await admin.read<Scenario[]>(`/courses/${catalogueId}/headers`);
      const questions = PAYLOADS.map((payload) => ({
        questionText: payload,
        maxScore: 1,
        answers: [{ answerText: payload, correct: false }],
      }));
      const played = scenarios.find(({ scenarioType }) => scenarioType === 'Quiz')!;
      quiz = { ...played, maxQuestionsScore: PAYLOADS.length, questions };
      const published = scenarios.map((each) => (each === played ? quiz : each));
      expect((await admin.call('PUT', `/courses/${catalogueId}/headers`, published)).ok).toBe(true);
      const now = new Date().toISOString();
      const questionScorecards = questions.map(({ answers, ...question }) => ({
        ...question,
        score: 0,
        answerScorecards: answers.map((answer) => ({ ...answer, answered: true })),
      }));
      const attempt = {
        attemptId: randomUUID(),
        sessionId: session.id,
        scenarioId: quiz.scenarioId,
        scoreCardType: 'Quiz',
        totalScore: 0,
        maxTotalScore: quiz.maxTotalScore,
        questionsScore: 0,
        maxQuestionsScore: quiz.maxQuestionsScore,
        passed: false,
        startedAt: now,
        completedAt: now,
        questionScorecards,
      };
      expect((await student.call('POST', '/scores', attempt)).status).toBe(202);
    }

    async function visit(page: Page, path: string, shown: string): Promise<void> {
      await page.goto(platform.url + path);
      await page.waitForFunction((text) => document.body.textContent?.includes(text), shown);
      expect([path, await attacksOn(page)]).toEqual([path, []]);
    }

    it(
      'stay text on every screen of an administrator',
      async () => {
        const page = await signedIn('SystemAdmin');
        await visit(page, '/admin/users', IMAGE);
        await page.getByRole('button', { name: 'History of student03' }).click();
        await page.getByText('Changed names or e-mail').first().waitFor();
        expect(await attacksOn(page)).toEqual([]);
        await visit(page, '/admin/organizations', IMAGE);
        await visit(page, '/admin/courses', IMAGE);
        await visit(page, '/admin/sandboxes', IMAGE);
        await visit(page, '/admin/leaderboards', IMAGE);
        await visit(page, '/admin/permissions', 'Access Codes');
        await visit(page, '/admin/audit', IMAGE);
        await visit(page, '/admin/system', FORMULA);
        await page.context().close();
      },
      LONG_MS,
    );

    it(
      'stay text on every screen of an instructor',
      async () => {
        const page = await signedIn('Instructor');
        await visit(page, '/instructor/courses', IMAGE);
        await visit(page, `/instructor/gradebook/${session.id}`, IMAGE);
        await page.getByLabel('Select Quiz').selectOption({ value: quiz.scenarioId });
        await page.getByRole('grid', { name: /^Quiz Responses/ }).waitFor();
        await page.waitForFunction((text) => document.body.innerHTML.includes(text), 'data-attack');
        expect(await attacksOn(page)).toEqual([]);
        await page.getByRole('link', { name: 'Item analysis' }).click();
        await page.getByRole('row', { name: /^Q1 / }).waitFor();
        expect(await attacksOn(page)).toEqual([]);
        await visit(page, `/monitor/${session.id}`, IMAGE);
        await visit(page, `/gradebook/${session.id}?view=monitor`, IMAGE);
        await visit(page, `/leaderboard/${session.id}`, IMAGE);
        await page.context().close();
      },
      LONG_MS,
    );

    it(
      'stay text for a student, in the game and before the login',
      async () => {
        const page = await signedIn('User');
        await page.getByRole('heading', { name: 'Relative Motion', exact: true }).waitFor({ timeout: 60_000 });
        await page.getByRole('tab', { name: 'Sandbox' }).click();
        await page.getByText(IMAGE).first().waitFor();
        expect(await attacksOn(page)).toEqual([]);
        await visit(page, `/leaderboard/${session.id}`, IMAGE);
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.clear());
        for (const path of [
          '/',
          '/register',
          '/password-reset',
          '/reset-password?email=a&token=b',
          '/success',
          '/failed',
        ]) {
          await visit(page, path, '');
        }
        await page.context().close();
      },
      LONG_MS,
    );

    it('stay text in mails and in tables', async () => {
      const named = users.find(({ username }) => username === 'student03')!;
      await admin.call('POST', '/users/requestPasswordReset', named.email);
      await mailTo(platform.outbox, named.email, 'reset');
      expect(htmlOfMails(platform.outbox).join('\n')).not.toMatch(/<[^>]*(data-attack|attacked)/);
      const table = await admin.call('GET', `/scores/session/${session.id}/all/csv?scenarioId=${quiz.scenarioId}`);
      expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(table.headers.get('content-disposition')).toMatch(/^attachment; /);
      const text = await table.text();
      expect(text).toContain(`"'${FORMULA.replaceAll('"', '""')}`);
      expect(text).toContain(IMAGE);
    });

    it('cause no errors on any page', () => expect(complaints).toEqual([]));
  });

  it('leave no secrets in the log', () => {
    // The demo's accounts are printed for people, outside the JSON log.
    const log = platform.output().match(/^{.*$/gm)!.join('\n');
    expect(log.match(/"answered"/g)!.length).toBeGreaterThan(100);
    const secrets = [student.token, admin.token, ...platform.accounts.map(({ password }) => password)];
    const personal = [...users.map(({ email }) => email), ...users.map(({ username }) => `"${username}"`)];
    expect([...secrets, ...personal].filter((text) => log.includes(text))).toEqual([]);
    expect(/eyJ[\w-]{20}|attacked|token=/.exec(log)?.[0]).toBeUndefined();
  });
});
