import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../clock.js';
import { type BuildContents, buildProblem, measureBuild, readContents, type ServedBuild } from './unity-build.js';

const LOOK_EVERY_MS = 1_000;

/** The build in the folder, or a sentence for the operator that says why there is none. */
export type BuildState =
  { readonly build: ServedBuild; readonly problem: null } | { readonly build: null; readonly problem: string };

/** The game build that this process serves. Another build can be copied over it at any time. */
@Injectable()
export class GameBuild implements OnModuleInit {
  private lookedAt = Number.NEGATIVE_INFINITY;
  private state: Promise<BuildState> | undefined;
  /** Files are read once for each version. */
  private contents: { version: string; read: Promise<BuildContents> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads the build before the first request, because counting the bytes of a large one takes seconds. */
  onModuleInit(): void {
    void this.current();
  }

  /** Returns the build as it is now. Looks at the folder once a second at most. */
  current(): Promise<BuildState> {
    const now = this.clock.now().getTime();
    if (this.state && Math.abs(now - this.lookedAt) < LOOK_EVERY_MS) return this.state;
    this.lookedAt = now;
    return (this.state = this.look());
  }

  private async look(): Promise<BuildState> {
    const { unityBuild } = this.config;
    try {
      const found = await measureBuild(unityBuild);
      if (this.contents?.version !== found.version) {
        this.contents = { version: found.version, read: readContents(unityBuild, found) };
      }
      return { build: { ...found, ...(await this.contents.read) }, problem: null };
    } catch (error) {
      // another look may find what is readable by then
      this.contents = undefined;
      return { build: null, problem: buildProblem(error, unityBuild) };
    }
  }
}
