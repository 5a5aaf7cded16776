import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Scenario } from '../../contracts/catalogue.contract.js';

/** Returns the default catalogue: two Learn and three Compete campaigns with fourteen scenarios, two of them quizzes. */
export const defaultCatalogue = (): Scenario[] =>
  z.array(Scenario).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'default-catalogue.json'), 'utf8')));
