/** The read models a list of users is made of; a rebuild of any of them means a full load. */
export const USERS_PROJECTIONS = ['people', 'organizations', 'courses', 'rosters'];
