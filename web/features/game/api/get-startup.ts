import type { StartupArguments } from '../../../../api/contracts/game.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /game/startup: the startup arguments of the game for the signed-in user. */
export const getStartup = () => api.call<StartupArguments>('/game/startup', { keepsPage: true });
