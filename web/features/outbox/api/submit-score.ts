import type { PLAYER_HEADER, SubmitScoreResponse } from '../../../../api/contracts/score.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { QueuedResult } from '../queued-result.js';

/** Repeated here, because importing the value would also import the contract's schemas. */
const PLAYER: typeof PLAYER_HEADER = 'x-player-id';

/** POST /scores. The server rejects the result when the signed-in user is not its player. */
export const submitScore = ({ userId, body }: QueuedResult) =>
  api.call<SubmitScoreResponse>('/scores', { method: 'POST', body, headers: { [PLAYER]: userId }, background: true });
