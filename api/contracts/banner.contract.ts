import { z } from 'zod';
import { Moment, MomentInput } from './primitives.contract.js';

/** Maximum length of the message. */
export const BANNER_MESSAGE_LENGTH = 2_000;

/** The only id of topic `banner`. Anonymous sockets may watch it too. Its only row is the message or null. */
export const BANNER_TOPIC_ID = 'all';

/**
 * Response of GET /api/systemSettings/bannerMessage, public. Null until a banner is first set (docs/rules.md#banner). The
 * banner is shown from `startDate` to `endDate`, both inclusive. A blank `message` is not shown.
 */
export const BannerMessage = z.object({ message: z.string(), startDate: Moment, endDate: Moment });
export type BannerMessage = z.infer<typeof BannerMessage>;

const MessageText = z
  .string()
  .max(BANNER_MESSAGE_LENGTH, `Must be ${BANNER_MESSAGE_LENGTH} characters or less.`)
  // oxlint-disable-next-line no-control-regex -- paragraphs are fine, other control characters are refused
  .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u, 'Must not contain control characters.');

/**
 * Body of POST /api/systemSettings/bannerMessage: a missing date means now, a missing message an empty one
 * (docs/rules.md#banner).
 */
export const SetBannerRequest = z.strictObject({
  message: MessageText.nullish(),
  startDate: MomentInput.nullish(),
  endDate: MomentInput.nullish(),
});
export type SetBannerRequest = z.infer<typeof SetBannerRequest>;
