import type { StartupArguments } from '../../../../api/contracts/game.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /game/startup: what the game is told at its start, made for the signed-in user. */
export const getStartup = () => api.call<StartupArguments>('/game/startup', { keepsPage: true });
