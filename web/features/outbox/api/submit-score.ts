import type { PLAYER_HEADER, SubmitScoreResponse } from '../../../../api/contracts/score.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { KeptResult } from '../kept-result.js';

/** Written out, because importing the value would bring the contract's schemas along. */
const PLAYER: typeof PLAYER_HEADER = 'x-player-id';

/** POST /scores, which refuses when the signed-in user is another than the player. */
export const submitScore = ({ userId, body }: KeptResult) =>
  api.call<SubmitScoreResponse>('/scores', { method: 'POST', body, headers: { [PLAYER]: userId }, background: true });
