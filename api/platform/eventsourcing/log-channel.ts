/** Channel of the hint "the log has grown". */
export const LOG_CHANNEL = 'ready_room_log';
