import { useState, type ReactNode } from 'react';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { emailLinkMessages as messages } from '../email-link.messages.js';
import { confirmEmail, restoreEmail } from '../api/email-links.js';

export type EmailLinkKind = 'confirm' | 'restore';

const SEND = { confirm: confirmEmail, restore: restoreEmail };

interface EmailLinkFormProps {
  kind: EmailLinkKind;
  /** User id from the mailed link. */
  userId: string;
  token: string;
  /** Links to other pages. */
  children: ReactNode;
}

/** Asks for confirmation before a mailed link takes effect, because mail scanners also open links. */
export function EmailLinkForm({ kind, userId, token, children }: EmailLinkFormProps) {
  const texts = messages[kind];
  const [notice, setNotice] = useState<Notice | null>(null);
  const [progress, setProgress] = useState<'idle' | 'busy' | 'done'>('idle');

  async function submit(idempotencyKey: string): Promise<void> {
    setProgress('busy');
    setNotice(null);
    try {
      await SEND[kind]({ userId, token }, idempotencyKey);
      setNotice({ text: texts.done, severity: 'success' });
      setProgress('done');
    } catch (error) {
      setNotice({ text: titleOf(error) || messages.requestFailed, severity: 'error' });
      setProgress('idle');
      throw error;
    }
  }

  return (
    <EntryForm title={texts.title} notice={notice} busy={progress !== 'idle'} values={token} onSubmit={submit}>
      {progress !== 'done' && (
        <>
          <p>{texts.help}</p>
          <SubmitButton busy={progress === 'busy'}>{texts.submit}</SubmitButton>
        </>
      )}
      <LinkList>{children}</LinkList>
    </EntryForm>
  );
}
