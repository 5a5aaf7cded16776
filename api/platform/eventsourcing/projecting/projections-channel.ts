/** Channel of the hint "read models have changed". */
export const PROJECTIONS_CHANNEL = 'ready_room_projections';
