import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

/** What was measured, for those who read it without measuring; part of the repository. */
export const RESULTS = join(PACKAGE_ROOT, 'infra/bench/results');
