import { withClient } from '../postgres-roles.js';

/** Moves the newest epoch to another timeline, as a promotion of a standby does. */
export const continueOnAnotherTimeline = (adminUrl: string): Promise<unknown> =>
  withClient(adminUrl, (client) =>
    client.query('update log.epochs set timeline = timeline + 100 where epoch = (select max(epoch) from log.epochs)'),
  );
