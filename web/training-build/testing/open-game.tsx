import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v4 as uuid } from 'uuid';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { correctOptions, scoreQuiz } from '../../../api/contracts/quiz-score.rule.js';
import type { GivenAnswer } from '../../../api/contracts/score.contract.js';
import { CLIENT_CONFIG, fakeServer } from '../../testing/fake-server.js';
import { STARTUP } from '../../testing/fake-unity.js';
import { Bridge, type PlayedClass } from '../bridge/bridge.js';
import { type CatalogueScenario, PlatformApi } from '../bridge/platform-api.js';
import type { FlightView, Labels } from '../scene/flight-view.js';
import { App } from '../screens/app.js';
import { Sound } from '../sound/sound.js';
import { compiledFlightModule } from './compiled-flight-module.js';

const file = join(__dirname, '../../../api/features/catalogue/default-catalogue.json');
const published = JSON.parse(readFileSync(file, 'utf8')) as Scenario[];

/** The default catalogue with the answers of quizzes, as the platform scores them. */
export const FULL_CATALOGUE: readonly Scenario[] = published.map((scenario) => ({
  ...scenario,
  questions: scenario.questions.map((question, nth) => ({ ...question, questionId: `question-${nth}` })),
}));

/** The default catalogue as a player receives it. */
export const CATALOGUE: readonly CatalogueScenario[] = FULL_CATALOGUE.map((scenario) => ({
  ...scenario,
  questions: scenario.questions.map((question) => ({
    questionId: question.questionId!,
    questionText: question.questionText,
    maxScore: question.maxScore,
    multiple: correctOptions(question).length > 1,
    answers: question.answers.map(({ answerText }) => ({ answerText })),
  })),
}));

const flightModule = compiledFlightModule();

export const SESSION = '0198c0de-0000-7000-8000-000000000077';
export const SCORES = 'GET /api/scores/session/all/all';

type Answers = Parameters<typeof fakeServer>[0];

/** Running classes of the player; the first one receives the results. */
export const FIRST_CLASS = { sessionId: SESSION, name: 'Operations 101 - Class 1' };
export const SECOND_CLASS = { sessionId: '0198c0de-0000-7000-8000-000000000078', name: 'Operations 101 - Class 2' };
type RunningClass = typeof FIRST_CLASS;

/** Returns the class information that the page sends for these running classes. */
export const playedClass = (...running: readonly RunningClass[]): PlayedClass => ({
  sessionId: running[0]?.sessionId ?? null,
  name: running[0]?.name ?? '',
  runningSessionIds: running.map(({ sessionId }) => sessionId),
});

/** Returns the platform's responses to a player of both classes; `running` is called at each request. */
export const classAnswers = (running: () => readonly RunningClass[]): Answers => ({
  'GET /api/users/me/groups': () => ({
    body: running().map(({ sessionId }) => ({ name: 'Operations 101', activeSessionId: sessionId })),
  }),
  ...Object.fromEntries(
    [FIRST_CLASS, SECOND_CLASS].flatMap(({ sessionId, name }) => [
      [`GET /api/sessions/${sessionId}`, { body: { name } }],
      [`GET /api/scores/session/${sessionId}/all`, { body: [] }],
    ]),
  ),
});

/** The platform's responses for the menu of a player without a class. */
const ANSWERS: Answers = {
  [`GET /api/courses/${CLIENT_CONFIG.catalogueId}/headers`]: { body: CATALOGUE },
  'GET /api/users/me/groups': { body: [] },
  'POST /api/attempts': () => ({ body: { attemptId: uuid(), ticket: 'a ticket' } }),
  [SCORES]: { body: [] },
};

/** Does nothing, because jsdom has no layout. */
class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Longest advance of the flight per picture, in seconds. */
const PICTURE_S = 0.1;

type FakeView = Pick<FlightView, 'begin' | 'show' | 'showBurn' | 'showEarth'> & {
  cameraControl: Pick<FlightView['cameraControl'], 'zoomBy' | 'turnBy'>;
};

/** Opens the game without WebGL; the test triggers each picture. */
export function openGame(answers: Answers = {}, labels: Labels = { target: null, spacecraft: null }) {
  const seen = fakeServer({ ...ANSWERS, ...answers });
  const raised: [name: string, ...parameters: unknown[]][] = [];
  window.dispatchReactUnityEvent = (name, ...parameters) => void raised.push([name, ...parameters]);
  window.ResizeObserver = NoSizes;
  const pictures = fakePictures();
  const shown: string[] = [];
  const view = {
    begin: ({ scenario }) => void shown.push(`begin ${scenario.title}`),
    show: (_, frame) => {
      shown.push(frame);
      return labels;
    },
    showBurn: (change) => void shown.push(`burn ${change.join(' ')}`),
    showEarth: () => void shown.push('earth'),
    cameraControl: {
      zoomBy: (factor) => void shown.push(factor < 1 ? 'nearer' : 'farther'),
      turnBy: (across) => void shown.push(across > 0 ? 'turned left' : 'turned right'),
    },
  } as FakeView as unknown as FlightView;
  const bridge = new Bridge((startup) => {
    render(
      <div className="rr-game">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <App
            game={{
              bridge,
              startup,
              view,
              sound: new Sound(startup.userId),
              flightModule,
              api: new PlatformApi(startup),
            }}
          />
        </QueryClientProvider>
      </div>,
    );
  });
  bridge.receive('WebBridge', 'SetStartupArguments', JSON.stringify(STARTUP));
  bridge.receive('WebBridge', 'Initialize');
  return {
    seen,
    raised,
    shown,
    /** Returns the submitted results. */
    results: () =>
      raised.filter(([name]) => name === 'SubmitResult').map(([, json]) => JSON.parse(String(json)) as Attempt),
    /** Simulates that the page reports the state of the last result. */
    answerResult: (state: 'waiting' | 'sent' | 'refused', message?: string) =>
      act(() => {
        const [, json] = raised.findLast(([name]) => name === 'SubmitResult')!;
        const { attemptId } = JSON.parse(String(json)) as Attempt;
        bridge.receive('WebBridge', 'ReceiveResultState', JSON.stringify({ attemptId, state, message }));
      }),
    /** Simulates that the platform scores the answers of the last result by this quiz, and that the page reports it. */
    scoreResult: (by: Scenario) =>
      act(() => {
        const [, json] = raised.findLast(([name]) => name === 'SubmitResult')!;
        const { attemptId, answers } = JSON.parse(String(json)) as Attempt;
        const quiz = scoreQuiz(by, answers);
        bridge.receive('WebBridge', 'ReceiveResultState', JSON.stringify({ attemptId, state: 'sent', quiz }));
      }),
    /** Simulates that the page sends the class that receives the results. */
    sendClass: (...running: readonly RunningClass[]) =>
      act(() => bridge.receive('WebBridge', 'ReceiveClass', JSON.stringify(playedClass(...running)))),
    /** Simulates a message of the page. */
    receive: (method: string, json: string) => bridge.receive('WebBridge', method, json),
    /** Draws this many pictures at intervals of a tenth of a second. */
    draw: (count = 1) => act(() => pictures.draw(count)),
  };
}

export interface Attempt {
  attemptId: string;
  sessionId: string | null;
  scenarioId: string;
  totalScore: number;
  questionsScore: number;
  passed: boolean;
  answers: GivenAnswer[];
  ticket?: string;
}

function fakePictures() {
  const wanted = new Map<number, FrameRequestCallback>();
  let handle = 0;
  let now = performance.now();
  window.requestAnimationFrame = (draw) => {
    wanted.set((handle += 1), draw);
    return handle;
  };
  window.cancelAnimationFrame = (given) => void wanted.delete(given);
  return {
    draw(count: number): void {
      for (let picture = 0; picture < count; picture += 1) {
        now = Math.max(now, performance.now()) + PICTURE_S * 1_000;
        const due = [...wanted.values()];
        wanted.clear();
        for (const callback of due) callback(now);
      }
    },
  };
}

export const press = (name: string | RegExp): Promise<void> =>
  screen.findByRole('button', { name }).then((button) => userEvent.click(button));

/** Drags with the mouse by this many pixels to the right and down. */
export async function drag(target: Element, x: number, y: number): Promise<void> {
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target, coords: { clientX: 100, clientY: 100 } },
    { target, coords: { clientX: 100 + x, clientY: 100 + y } },
    { keys: '[/MouseLeft]', target },
  ]);
}

/** Starts a flight from the menu. */
export async function beginFlight(mode: string, title: string): Promise<void> {
  await userEvent.click(await screen.findByRole('tab', { name: mode }));
  await press(new RegExp(`^${title}`));
  await press('Start');
  await screen.findByRole('main', { name: `Flight: ${title}` });
}

/** Returns the violations found by axe, without those that need a real picture. */
export async function violations(): Promise<string[]> {
  // axe calls it even with that rule disabled, for icon fonts
  HTMLCanvasElement.prototype.getContext = () => null;
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const report = await axe.run(document.body, { runOnly, rules: { 'color-contrast': { enabled: false } } });
  return report.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
