import type { FlightRecording } from '../../../api/contracts/flight.contract.js';

/** Startup arguments that the page passes to the game (`GET /api/game/startup`). */
export interface StartupArguments {
  userName: string;
  userId: string;
  webApiUrl: string;
  organization: string;
}

/** The score of a quiz that the platform computed. */
export interface QuizScore {
  questionsScore: number;
  maxQuestionsScore: number;
  passed: boolean;
  questions: readonly ScoredQuestion[];
}

export interface ScoredQuestion {
  questionId: string;
  score: number;
  maxScore: number | null;
  /** Indexes of the correct answers. */
  correct: readonly number[];
  explanation?: string;
}

/** Delivery state of a submitted result. `quiz` is the score of a quiz that was sent. */
export interface ResultState {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
  quiz?: QuizScore;
}

/** The class that receives the player's results: `ReceiveClass` of the page, and `PlatformApi.playedClass`. */
export interface PlayedClass {
  /** Null while no class of the player is running. */
  sessionId: string | null;
  /** Name of that class; empty without one. */
  name: string;
  /** All running classes of the player, the one above included. */
  runningSessionIds: readonly string[];
}

/** An attempt whose flight is replayed: `ReceiveReplay` of the page. `flight` is null when the game recorded no inputs. */
export interface ReplayedAttempt {
  attemptId: string;
  name: string;
  scenarioId: string;
  flight: FlightRecording | null;
}

declare global {
  interface Window {
    /** Defined by the page around the game. */
    dispatchReactUnityEvent?: (name: string, ...parameters: unknown[]) => void;
  }
}

type Listener<T> = (value: T) => void;

/**
 * The game's side of the bridge to the page. The page calls methods of the object `WebBridge`; the game raises events. Every build has the
 * same contract.
 */
export class Bridge {
  private startup: StartupArguments | undefined;
  private readonly onReady: Listener<StartupArguments>;
  private readonly resultListeners = new Set<Listener<ResultState>>();
  private clipboardListener: Listener<string> | undefined;
  private classListener: Listener<PlayedClass> | undefined;
  private replayListener: Listener<readonly ReplayedAttempt[]> | undefined;

  constructor(onReady: Listener<StartupArguments>) {
    this.onReady = onReady;
  }

  /** Handles `SendMessage(object, method, parameter)` of the page. */
  receive(object: string, method: string, parameter?: string | number): void {
    if (object !== 'WebBridge') return;
    const text = String(parameter ?? '');
    if (method === 'SetStartupArguments') this.startup = JSON.parse(text) as StartupArguments;
    else if (method === 'Initialize' && this.startup) this.onReady(this.startup);
    else if (method === 'ReceiveClipboardText') this.clipboardListener?.(text);
    else if (method === 'ReceiveResultState') this.sendResult(JSON.parse(text) as ResultState);
    else if (method === 'ReceiveReplay') this.replayListener?.(JSON.parse(text) as ReplayedAttempt[]);
    else if (method === 'ReceiveClass') this.classListener?.(JSON.parse(text) as PlayedClass);
  }

  logOut(): void {
    raise('LogOut');
  }

  quit(): void {
    raise('Quit');
  }

  /** Submits a result. The page stores it until the platform has received it, also on a bad network. */
  submitResult(result: object): void {
    raise('SubmitResult', JSON.stringify(result));
  }

  /** Reports the played scenario to the class monitor; null between scenarios. */
  sendScenario(scenarioId: string | null): void {
    raise('ScenarioChanged', JSON.stringify({ scenarioId, since: new Date().toISOString() }));
  }

  /** Requests the text of the clipboard from the page. */
  readClipboard(listener: Listener<string>): void {
    this.clipboardListener = listener;
    raise('GetTextFromClipboard');
  }

  /** Requests the class that receives the player's results from the page, now and after each change. Returns a function that stops it. */
  watchClass(listener: Listener<PlayedClass>): () => void {
    this.classListener = listener;
    raise('WatchClass');
    return () => (this.classListener = undefined);
  }

  /** Requests the flights to replay from the page, which answers only when it was opened for a replay. Returns a function that stops it. */
  watchReplay(listener: Listener<readonly ReplayedAttempt[]>): () => void {
    this.replayListener = listener;
    raise('WatchReplay');
    return () => (this.replayListener = undefined);
  }

  onResult(listener: Listener<ResultState>): () => void {
    this.resultListeners.add(listener);
    return () => void this.resultListeners.delete(listener);
  }

  private sendResult(state: ResultState): void {
    for (const listener of this.resultListeners) listener(state);
  }
}

const raise = (name: string, ...parameters: unknown[]): void => window.dispatchReactUnityEvent?.(name, ...parameters);
