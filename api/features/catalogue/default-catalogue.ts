import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Scenario } from '../../contracts/catalogue.contract.js';
import { PACKAGE_ROOT } from '../../platform/ops/package-info.js';

/** The default content of this version: two Learn and three Compete campaigns, fourteen scenarios, two of them quizzes. */
export const defaultCatalogue = (): Scenario[] =>
  z
    .array(Scenario)
    .parse(
      JSON.parse(readFileSync(join(PACKAGE_ROOT, 'api', 'features', 'catalogue', 'default-catalogue.json'), 'utf8')),
    );
