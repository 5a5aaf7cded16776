import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';

const FOLDER = join(PACKAGE_ROOT, 'api', 'testing', 'golden-events');

/** Data of one event of each stored name, as it was stored when the name was new; never edited, never deleted. */
export const goldenEvents: ReadonlyMap<string, object> = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object,
  ]),
);

/** A golden event with some of its data changed. */
export const golden = (type: string, changes: object = {}): { type: string; data: object } => ({
  type,
  data: { ...goldenEvents.get(type)!, ...changes },
});
