import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Scenario } from '../../contracts/catalogue.contract.js';
import { PACKAGE_ROOT } from '../../platform/ops/package-info.js';

/** The content a new platform starts with: two Learn and two Compete campaigns, twelve scenarios, two of them quizzes. */
export const defaultCatalogue = (): Scenario[] =>
  z
    .array(Scenario)
    .parse(
      JSON.parse(readFileSync(join(PACKAGE_ROOT, 'api', 'features', 'catalogue', 'default-catalogue.json'), 'utf8')),
    );
