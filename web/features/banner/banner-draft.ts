import { bannerSettingsMessages } from './banner-settings.messages.js';

/** A banner in the form. A date of null means that none was picked, so it is now (docs/rules.md#banner). */
export interface BannerDraft {
  readonly message: string;
  readonly start: Date | null;
  readonly end: Date | null;
}

export interface DraftProblem {
  readonly field: 'start' | 'end';
  readonly text: string;
}

/** Returns why the draft cannot be sent, or null. */
export function draftProblem({ start, end }: BannerDraft, now = new Date()): DraftProblem | null {
  if (end && end < now) return { field: 'end', text: bannerSettingsMessages.form.endIsPast };
  if ((start ?? now) > (end ?? now)) return { field: 'start', text: bannerSettingsMessages.form.startAfterEnd };
  return null;
}

export const isBlank = (message: string): boolean => message.trim() === '';

/** Returns whether the banner would end immediately, so that no user would see its message. */
export const endsImmediately = ({ message, end }: BannerDraft): boolean => end === null && !isBlank(message);

/** Returns the consequences of omitted fields. */
export function consequencesOf(draft: BannerDraft): string[] {
  const messages = bannerSettingsMessages.form;
  if (isBlank(draft.message)) return [messages.withoutMessage];
  return [...(draft.start ? [] : [messages.withoutStart]), ...(draft.end ? [] : [messages.withoutEnd])];
}
