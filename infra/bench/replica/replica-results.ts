import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMachine, type Machine } from '../record/machine.js';
import { RESULTS } from '../record/results-folder.js';
import { markdownTable, withBlocks } from '../scale/generated-blocks.js';
import { SCALING_PAGE } from '../scale/publish-scale.js';

/** Processor time of a read in milliseconds: of the primary without a replica, and of both servers with one. */
export interface ReadCost {
  readonly name: string;
  readonly alone: number;
  readonly primary: number;
  readonly replica: number;
}

export interface ReplicaResults {
  readonly machine: Machine;
  /** Date of the run. */
  readonly on: string;
  readonly attempts: number;
  readonly reads: readonly ReadCost[];
}

export const REPLICA_FILE = join(RESULTS, 'replica.json');

/** Returns the block `replica` of `docs/scaling.md`. */
export function replicaBlock({ machine, on, attempts, reads }: ReplicaResults): string {
  const table = markdownTable(
    ['Read', 'Primary without a replica', 'Primary with one', 'Replica'],
    reads.map(({ name, alone, primary, replica }) => [name, ...[alone, primary, replica].map((time) => `${time} ms`)]),
  );
  const where = `of a class with ${attempts.toLocaleString('en')} attempts, on ${on} on a machine of ${describeMachine(machine)}`;
  return `${table}\n\nProcessor time of PostgreSQL for each read ${where}.`;
}

/** Writes the results, and the table in the document. */
export async function publishReplica(results: ReplicaResults): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(REPLICA_FILE, `${JSON.stringify(results, null, 2)}\n`);
  const page = await readFile(SCALING_PAGE, 'utf8');
  await writeFile(SCALING_PAGE, withBlocks(page, { replica: replicaBlock(results) }));
}
