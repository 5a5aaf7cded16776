import { withClient } from '../postgres-roles.js';

/** Makes the newest epoch one of another timeline, which is what a promotion leaves behind. */
export const continueOnAnotherTimeline = (adminUrl: string): Promise<unknown> =>
  withClient(adminUrl, (client) =>
    client.query('update log.epochs set timeline = timeline + 100 where epoch = (select max(epoch) from log.epochs)'),
  );
