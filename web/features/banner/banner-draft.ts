import { bannerSettingsMessages } from './banner-settings.messages.js';

/** A banner being written; null means that no date was picked, which is now (docs/rules.md#banner). */
export interface BannerDraft {
  readonly message: string;
  readonly start: Date | null;
  readonly end: Date | null;
}

export interface DraftProblem {
  readonly field: 'start' | 'end';
  readonly text: string;
}

/** Why it cannot be sent, null when it can. */
export function draftProblem({ start, end }: BannerDraft, now = new Date()): DraftProblem | null {
  if (end && end < now) return { field: 'end', text: bannerSettingsMessages.form.endIsPast };
  if ((start ?? now) > (end ?? now)) return { field: 'start', text: bannerSettingsMessages.form.startAfterEnd };
  return null;
}

export const isBlank = (message: string): boolean => message.trim() === '';

/** Sent like this it would be over at once, with a message nobody sees. */
export const endsAtOnce = ({ message, end }: BannerDraft): boolean => end === null && !isBlank(message);

/** What follows from leaving something out. */
export function consequencesOf(draft: BannerDraft): string[] {
  const messages = bannerSettingsMessages.form;
  if (isBlank(draft.message)) return [messages.withoutMessage];
  return [...(draft.start ? [] : [messages.withoutStart]), ...(draft.end ? [] : [messages.withoutEnd])];
}
