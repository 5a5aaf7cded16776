import { useState, type ReactNode } from 'react';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { confirmEmail, restoreEmail } from '../api/email-links.js';

export type EmailLinkKind = 'confirm' | 'restore';

const PAGES = {
  confirm: {
    title: 'Confirm Your E-mail Address',
    text: 'Confirm that this mailbox is yours. Your account then uses this address.',
    button: 'Confirm address',
    done: 'Your e-mail address is confirmed.',
    send: confirmEmail,
  },
  restore: {
    title: 'Undo the Change',
    text: 'This restores your previous e-mail address, ends all sessions and requires a new password.',
    button: 'Restore my address',
    done: 'Your e-mail address is restored, and all sessions are ended. Choose a new password with the link we have just mailed to you.',
    send: restoreEmail,
  },
} as const;

interface EmailLinkFormProps {
  kind: EmailLinkKind;
  /** What the mailed link carried. */
  userId: string;
  token: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** Asks before a mailed link takes effect: programs that look through mails open links as well. */
export function EmailLinkForm({ kind, userId, token, children }: EmailLinkFormProps) {
  const { title, text, button, done, send } = PAGES[kind];
  const [notice, setNotice] = useState<Notice | null>(null);
  const [progress, setProgress] = useState<'idle' | 'busy' | 'done'>('idle');

  async function submit(idempotencyKey: string): Promise<void> {
    setProgress('busy');
    setNotice(null);
    try {
      await send({ userId, token }, idempotencyKey);
      setNotice({ text: done, severity: 'success' });
      setProgress('done');
    } catch (error) {
      setNotice({ text: titleOf(error) || 'The request failed. Try again.', severity: 'error' });
      setProgress('idle');
      throw error;
    }
  }

  return (
    <EntryForm title={title} notice={notice} busy={progress !== 'idle'} values={token} onSubmit={submit}>
      {progress !== 'done' && (
        <>
          <p>{text}</p>
          <SubmitButton busy={progress === 'busy'}>{button}</SubmitButton>
        </>
      )}
      <LinkList>{children}</LinkList>
    </EntryForm>
  );
}
