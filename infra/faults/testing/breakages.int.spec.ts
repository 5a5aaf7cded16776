import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as breakages from './breakages.js';

// The long fault suite is run rarely. A control whose code was renamed would fail only there.
it.each(Object.entries(breakages))('finds the code that "%s" replaces once in the build', (_name, breakage) => {
  for (const { file, from } of [breakage].flat()) {
    expect({ file, from, occurs: readFileSync(join('dist', file), 'utf8').split(from).length - 1 }).toEqual({
      file,
      from,
      occurs: 1,
    });
  }
});
