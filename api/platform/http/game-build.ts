import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../clock.js';
import { buildProblem, measureBuild, readContents, type ServedBuild } from './unity-build.js';

const LOOK_EVERY_MS = 1_000;
/** Longest time that a response waits for a changed build. Measuring a large build takes seconds. */
const PATIENCE_MS = 500;

/** The build in the folder, or a message for the operator that explains why there is none. */
export type BuildState =
  | { readonly build: ServedBuild; readonly problem: null }
  | { readonly build: null; readonly problem: string };

/** The game build that this process serves. Operators can copy another build over it at any time. */
@Injectable()
export class GameBuild implements OnModuleInit {
  private lookedAt = Number.NEGATIVE_INFINITY;
  private state: Promise<BuildState> | undefined;
  private isReading = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads the build before the first request. Workers do not serve a build. */
  async onModuleInit(): Promise<void> {
    if (this.config.roles.includes('http')) await this.current();
  }

  /**
   * Returns the current build. Checks the folder at most once a second, with one check at a time. While a large new build is
   * being read, it returns the previous build, so that no page waits for it.
   */
  current(): Promise<BuildState> {
    const now = this.clock.now().getTime();
    const before = this.state;
    if (before && (this.isReading || Math.abs(now - this.lookedAt) < LOOK_EVERY_MS)) return before;
    this.lookedAt = now;
    this.isReading = true;
    const next = this.readBuild();
    this.state = before ? Promise.race([next, pause(PATIENCE_MS, before, { ref: false })]) : next;
    void this.remember(next);
    return this.state;
  }

  private async remember(next: Promise<BuildState>): Promise<void> {
    await next;
    this.isReading = false;
    this.state = next;
  }

  private async readBuild(): Promise<BuildState> {
    const { unityBuild } = this.config;
    try {
      const found = await measureBuild(unityBuild);
      return { build: { ...found, ...(await readContents(unityBuild, found)) }, problem: null };
    } catch (error) {
      return { build: null, problem: buildProblem(error, unityBuild) };
    }
  }
}
