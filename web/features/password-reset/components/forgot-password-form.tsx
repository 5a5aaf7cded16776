import { useRef, useState } from 'react';
import { EntryForm } from '../../../shared/ui/entry-form.js';
import { LinkList } from '../../../shared/ui/link-list.js';
import type { Notice } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { TextButton } from '../../../shared/ui/text-button.js';
import { EntryInput } from '../../../shared/ui/entry-fields.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import { requestResetLink } from '../api/request-reset-link.js';
import { forgotPasswordMessages as messages } from '../forgot-password.messages.js';
import { Processing } from './processing.js';

/** Requests a reset link for an e-mail address (docs/rules.md#reset-by-link). Leaving the form discards the input. */
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = useFieldErrors(form);

  async function submit(idempotencyKey: string): Promise<void> {
    setNotice(null);
    if (email.trim() === '') return fields.show({ email: messages.enterEmail });
    setBusy(true);
    try {
      await requestResetLink(email.trim(), idempotencyKey);
      setNotice({ text: messages.sent, severity: 'success' });
    } catch (error) {
      setNotice({ text: messages.failed, severity: 'error' });
      throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryForm ref={form} title={messages.title} notice={notice} busy={busy} values={email} onSubmit={submit}>
      <EntryInput
        label={messages.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={fields.errors.email}
        onChange={(value) => {
          setEmail(value);
          fields.clear('email');
        }}
      />
      <SubmitButton busy={busy}>{busy ? messages.sending : messages.submit}</SubmitButton>
      <Processing busy={busy} />
      <LinkList>
        <TextButton disabled={busy} onClick={onBack}>
          {messages.backToLogin}
        </TextButton>
      </LinkList>
    </EntryForm>
  );
}
