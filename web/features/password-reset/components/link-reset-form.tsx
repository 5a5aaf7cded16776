import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, titleOf } from '../../../shared/api-client/api-error.js';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { resetByLink } from '../api/reset-by-link.js';
import { linkResetProblem } from '../link-reset-problem.js';
import { passwordResetMessages as messages } from '../password-reset.messages.js';
import { NewPasswordFields } from './new-password-fields.js';
import { Processing } from './processing.js';

const REDIRECT_MS = 2000;

interface LinkResetFormProps {
  /** E-mail address from the mailed link. */
  email: string;
  token: string;
  /** Called two seconds after the reset. */
  onDone: () => void;
  /** Links to other pages, for example when the link has expired. */
  children?: ReactNode;
}

/** Sets a new password with a mailed link (docs/rules.md#reset-by-link). */
export function LinkResetForm({ email, token, onDone, children }: LinkResetFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [progress, setProgress] = useState<'idle' | 'busy' | 'done'>('idle');

  useEffect(() => {
    if (progress !== 'done') return;
    const timer = setTimeout(onDone, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [progress, onDone]);

  function refuse(text: string): void {
    setNotice({ text, severity: 'error' });
    form.current?.querySelector<HTMLInputElement>('input[type="password"]')?.focus();
  }

  async function submit(idempotencyKey: string): Promise<void> {
    const problem = linkResetProblem(password, confirmation);
    if (problem) return refuse(problem);
    setProgress('busy');
    setNotice(null);
    try {
      await resetByLink({ email, token, newPassword: password }, idempotencyKey);
      setNotice({ text: messages.done, severity: 'success' });
      setProgress('done');
    } catch (error) {
      refuse(messageOf(error) || messages.failed);
      setProgress('idle');
      throw error;
    }
  }

  function edit(set: (value: string) => void): (value: string) => void {
    return (value) => {
      set(value);
      setNotice(null);
    };
  }

  return (
    <EntryForm
      ref={form}
      title={messages.resetPassword}
      notice={notice}
      busy={progress !== 'idle'}
      values={password}
      onSubmit={submit}
    >
      {/* identifies the account of this password to password managers */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields
        password={password}
        confirmation={confirmation}
        errors={{}}
        onPassword={edit(setPassword)}
        onConfirmation={edit(setConfirmation)}
      />
      <SubmitButton busy={progress !== 'idle'}>
        {progress === 'busy' ? messages.resetting : messages.resetPassword}
      </SubmitButton>
      <Processing busy={progress === 'busy'} />
      <LinkList>{children}</LinkList>
    </EntryForm>
  );
}

/** Returns the server's error for the password field, which is more specific than the title. */
const messageOf = (error: unknown): string => (error instanceof ApiError && error.errors.newPassword) || titleOf(error);
