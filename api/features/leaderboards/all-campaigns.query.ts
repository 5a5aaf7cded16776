/** Id of `read.leaderboard_totals` that stands for the total over all campaigns. */
export const ALL_CAMPAIGNS = '00000000-0000-0000-0000-000000000000';
