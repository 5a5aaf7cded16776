import type { PlayedClass, StartupArguments } from './bridge.js';

/** A scenario of the catalogue, as the platform returns it. */
export interface CatalogueScenario {
  scenarioId: string;
  scenarioTitle: string;
  scenarioType: 'Default' | 'Quiz';
  campaignId: string;
  campaignTitle: string;
  gameMode: 'Sandbox' | 'Learn' | 'Compete';
  maxTotalScore: number;
  maxQuestionsScore: number;
  questions: readonly Question[];
}

export interface Question {
  questionId: string;
  questionText: string;
  maxScore: number | null;
  /** Whether several answers are correct. Missing if the platform sends the correct answers instead. */
  multiple?: boolean;
  answers: readonly { answerText: string; correct?: boolean }[];
}

/** Proof that the platform saw an attempt begin. Its result is submitted with both values. */
export interface AttemptTicket {
  attemptId: string;
  ticket: string;
}

/** The player's own result of a scenario in one class, or in practice. */
export interface OwnScore {
  scenarioId: string;
  scoreCardType: 'Default' | 'Quiz';
  totalScore: number;
  questionsScore: number;
  maxTotalScore: number;
  maxQuestionsScore: number;
}

export interface SandboxEntry {
  id: string;
  title: string;
  lastModified: string;
  version: number;
}

/** What a save sends; `id` is null for a new sandbox. */
export interface SandboxContent {
  id: string | null;
  title: string;
  data: unknown;
  version: number;
}

const TIMEOUT_MS = 5_000;

/** An answer of the platform that is not a success. */
export class PlatformError extends Error {
  constructor(
    readonly status: number,
    title: string,
  ) {
    super(title);
  }
}

/** Client of the platform's public API, with the reads and writes that the game needs. */
export class PlatformApi {
  constructor(private readonly startup: StartupArguments) {}

  async catalogue(): Promise<readonly CatalogueScenario[]> {
    const { catalogueId } = await this.get<{ catalogueId: string }>(new URL('/config.json', this.base()).href);
    return this.get(this.at(`courses/${catalogueId}/headers`));
  }

  /** Reads the class that receives the player's results. The platform lists its course first. */
  async playedClass(): Promise<PlayedClass> {
    const courses = await this.get<readonly { name: string; activeSessionId: string | null }[]>(
      this.at('users/me/groups'),
    );
    const running = courses.flatMap(({ name, activeSessionId }) =>
      activeSessionId ? [{ name, activeSessionId }] : [],
    );
    const [receiving] = running;
    if (!receiving) return { sessionId: null, name: '', runningSessionIds: [] };
    return {
      sessionId: receiving.activeSessionId,
      name: await this.className(receiving.activeSessionId).catch(() => receiving.name),
      runningSessionIds: running.map(({ activeSessionId }) => activeSessionId),
    };
  }

  /** Lets the platform witness that the player begins a scenario. */
  beginAttempt(scenarioId: string, sessionId: string | null): Promise<AttemptTicket> {
    return this.send('POST', this.at('attempts'), { scenarioId, sessionId });
  }

  ownScores(sessionId: string | null): Promise<readonly OwnScore[]> {
    return this.get(
      this.at(`scores/session/${sessionId ?? 'all'}/all?includeFailedScores=true&userId=${this.startup.userId}`),
    );
  }

  sandboxes(): Promise<readonly SandboxEntry[]> {
    return this.get(this.at('sandboxes'));
  }

  openSandbox(id: string): Promise<unknown> {
    return this.get(this.at(`sandboxes/${id}/json?open=true`));
  }

  saveSandbox({ id, title, data, version }: SandboxContent, idempotencyKey: string): Promise<SandboxEntry> {
    const headers = { 'idempotency-key': idempotencyKey };
    return id === null
      ? this.send('POST', this.at('sandboxes'), { title, data }, headers)
      : this.send('PUT', this.at(`sandboxes/${id}`), { title, data, version }, headers);
  }

  async deleteSandbox(id: string): Promise<void> {
    await this.call(this.at(`sandboxes/${id}`), { method: 'DELETE' });
  }

  private async className(sessionId: string): Promise<string> {
    const { name } = await this.get<{ name: string }>(this.at(`sessions/${sessionId}`));
    return name;
  }

  private base(): string {
    return new URL(this.startup.webApiUrl, window.location.href).href;
  }

  private at(path: string): string {
    return `${this.base().replace(/\/$/, '')}/${path}`;
  }

  private async get<T>(url: string): Promise<T> {
    return (await (await this.call(url, {})).json()) as T;
  }

  private async send<T>(method: string, url: string, body: unknown, more: Record<string, string> = {}): Promise<T> {
    const headers = { 'content-type': 'application/json', ...more };
    return (await (await this.call(url, { method, headers, body: JSON.stringify(body) })).json()) as T;
  }

  private async call(url: string, options: RequestInit): Promise<Response> {
    const response = await fetch(url, { ...options, credentials: 'include', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as { title?: string };
    throw new PlatformError(response.status, problem.title ?? 'The request failed. Try again.');
  }
}
