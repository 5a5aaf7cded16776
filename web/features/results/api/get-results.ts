import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OwnAnswers, OwnResults } from '../../../../api/contracts/results.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';

/** Number of classes on one page. */
export const PAGE_SIZE = 5;

/** Key of all pages of the caller's own results. */
export const OWN_RESULTS = ['own-results'];

/** GET /users/me/results: one page of the caller's own results; `page` is zero-based. */
export const ownResultsQuery = (page: number) =>
  queryOptions({
    queryKey: [...OWN_RESULTS, page],
    queryFn: (context) =>
      api.call<OwnResults>(`/users/me/results?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`, keepsShownPage(context)),
    placeholderData: keepPreviousData,
  });

/** GET /users/me/results/{attemptId}: the released answers of one of the caller's attempts. */
export const ownAnswersQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['own-answers', attemptId],
    queryFn: () => api.call<OwnAnswers>(`/users/me/results/${attemptId}`, { keepsPage: true }),
  });
