import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../api/platform/ops/package-info.js';

/** The recorded figures, which are part of the repository. */
export const RESULTS = join(PACKAGE_ROOT, 'infra/bench/results');
