import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';
import type { Stage } from './stage.js';
import type { StageNode } from './stage-node.js';

const PRELOAD = join(PACKAGE_ROOT, 'infra/faults/testing/shifted-clock.mjs');

/** A node whose wall clock the test sets. */
export class ClockedNode {
  private aheadMs = 0;

  private constructor(
    readonly node: StageNode,
    private readonly file: string,
  ) {}

  static async make(stage: Stage, name: string, settings: Readonly<Record<string, string>>): Promise<ClockedNode> {
    const file = join(stage.dataDir, `${name}.clock`);
    writeFileSync(file, '0');
    return new ClockedNode(await stage.node(name, { ...settings, CLOCK_FILE: file }, ['--import', PRELOAD]), file);
  }

  get isRight(): boolean {
    return this.aheadMs === 0;
  }

  /** Takes effect at the next start. */
  set(aheadMs: number): void {
    this.aheadMs = aheadMs;
    writeFileSync(this.file, String(aheadMs));
  }

  /** Takes effect immediately, while the node runs. */
  step(aheadMs: number): void {
    this.set(aheadMs);
    process.kill(this.node.pid, 'SIGUSR2');
  }

  leads(): Promise<boolean> {
    return this.node.metric('ready_room_leader').then((value) => value === 1);
  }
}
