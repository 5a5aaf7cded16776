import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../clock.js';
import { buildProblem, measureBuild, readContents, type ServedBuild } from './unity-build.js';

const LOOK_EVERY_MS = 1_000;
/** Counting the bytes of a large build takes seconds; answers wait no longer than this for it. */
const PATIENCE_MS = 500;

/** The build in the folder, or a sentence for the operator that says why there is none. */
export type BuildState =
  { readonly build: ServedBuild; readonly problem: null } | { readonly build: null; readonly problem: string };

/** The game build that this process serves. Another build can be copied over it at any time. */
@Injectable()
export class GameBuild implements OnModuleInit {
  private lookedAt = Number.NEGATIVE_INFINITY;
  private state: Promise<BuildState> | undefined;
  private isReading = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads the build before the first request; a worker serves none. */
  async onModuleInit(): Promise<void> {
    if (this.config.roles.includes('http')) await this.current();
  }

  /**
   * Returns the build as it is now. Looks at the folder once a second at most, one look at a time. While a large build is being
   * read that has replaced another, it returns the one before, so that no page waits for it.
   */
  current(): Promise<BuildState> {
    const now = this.clock.now().getTime();
    const before = this.state;
    if (before && (this.isReading || Math.abs(now - this.lookedAt) < LOOK_EVERY_MS)) return before;
    this.lookedAt = now;
    this.isReading = true;
    const next = this.look();
    this.state = before ? Promise.race([next, pause(PATIENCE_MS, before, { ref: false })]) : next;
    void this.keep(next);
    return this.state;
  }

  private async keep(next: Promise<BuildState>): Promise<void> {
    await next;
    this.isReading = false;
    this.state = next;
  }

  private async look(): Promise<BuildState> {
    const { unityBuild } = this.config;
    try {
      const found = await measureBuild(unityBuild);
      return { build: { ...found, ...(await readContents(unityBuild, found)) }, problem: null };
    } catch (error) {
      return { build: null, problem: buildProblem(error, unityBuild) };
    }
  }
}
