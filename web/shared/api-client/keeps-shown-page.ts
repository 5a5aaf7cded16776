import type { QueryFunctionContext } from '@tanstack/react-query';
import type { ApiRequest } from './api-client.js';

/**
 * Returns the request option of a query that loads a page. Only the first load may navigate to an error page. Later loads run on their own,
 * for example after a reconnect, and the page may show a game in progress.
 */
export const keepsShownPage = ({ client, queryKey }: QueryFunctionContext): Pick<ApiRequest, 'keepsPage'> => ({
  keepsPage: client.getQueryData(queryKey) !== undefined,
});
