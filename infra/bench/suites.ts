import { append } from './append/append.suite.js';
import { backup } from './backup/backup.suite.js';
import { debrief } from './debrief/debrief.suite.js';
import { exports } from './exports/exports.suite.js';
import { gradebook } from './gradebook/gradebook.suite.js';
import { kills } from './kills/kills.suite.js';
import { leaderboard } from './leaderboard/leaderboard.suite.js';
import { live } from './live/live.suite.js';
import { polling } from './live/polling.suite.js';
import { loneScore } from './lone-score/lone-score.suite.js';
import { people } from './people/people.suite.js';
import { preview } from './preview/preview.suite.js';
import { rebuild } from './rebuild/rebuild.suite.js';
import { replica } from './replica/replica.suite.js';
import { revocation } from './revocation/revocation.suite.js';
import { scale } from './scale/scale.suite.js';
import { scores } from './scores/scores.suite.js';
import { signIn } from './sign-in/sign-in.suite.js';
import { start } from './start/start.suite.js';
import { tracing } from './tracing/tracing.suite.js';
import { transitions } from './transitions/transitions.suite.js';
import { webProgram } from './web-program/web-program.suite.js';
import type { Suite } from './suite.js';

/** In this order, because each suite leaves more events in the log for the next one. */
export const SUITES: readonly Suite[] = [
  append,
  transitions,
  start,
  rebuild,
  gradebook,
  preview,
  debrief,
  exports,
  leaderboard,
  live,
  polling,
  people,
  revocation,
  signIn,
  kills,
  scores,
  loneScore,
  tracing,
  backup,
  webProgram,
  replica,
  scale,
];
