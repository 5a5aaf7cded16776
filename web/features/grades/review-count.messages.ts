import { defineMessages, plural } from '../../shared/messages/messages.js';

/** The text of the tab's count. Kept apart from those of the list, which loads later. */
export const reviewCountMessages = defineMessages('review-count', {
  open: (count: number) => plural(count, { one: `${count} result to review`, other: `${count} results to review` }),
});
