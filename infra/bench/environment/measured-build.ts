import { resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

let folder = PACKAGE_ROOT;

/** Folder of the build whose processes are measured. */
export const measuredBuild = (): string => folder;

/** False while the build of another folder is measured. */
export const measuresOwnBuild = (): boolean => folder === PACKAGE_ROOT;

/** Measures the build in this folder from now on. */
export function measureBuild(other: string): void {
  folder = resolve(other);
}
