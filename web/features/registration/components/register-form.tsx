import { useRef, useState, type ReactNode } from 'react';
import { useSendOnce } from '../../../shared/forms/use-send-once.js';
import entry from '../../../shared/ui/entry-card.module.css';
import { NoticeLine } from '../../../shared/ui/notice-line.js';
import { SubmitButton } from '../../../shared/ui/submit-button.js';
import { useFieldErrors } from '../../../shared/use-field-errors.js';
import type { RegistrationOutcome } from '../outcome.js';
import type { PageType } from '../page-type.js';
import { isOwnReservation, payAndRegister, type CardDetails } from '../pay.js';
import { joinOrganization, refusalOf, registerStandalone } from '../register.js';
import { registrationMessages as messages } from '../registration.messages.js';
import { NO_VALUES, splitErrors, toRequest, type RegistrationField } from '../registration-values.js';
import { AccountFields } from './account-fields.js';
import { PaymentPanel } from './payment-panel.js';
import styles from './register-form.module.css';

interface RegisterFormProps {
  pageType: PageType;
  /** Called when the registration continues on an outcome page. */
  onEnded: (outcome: Extract<RegistrationOutcome, { page: 'success' | 'failed' }>) => void;
  /** Links to other pages. */
  children: ReactNode;
}

/** Creates an account: input, checks by the server, then registration by page type (docs/rules.md#registration). */
export function RegisterForm({ pageType, onEnded, children }: RegisterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const cardDetails = useRef<() => CardDetails>(null);
  const [values, setValues] = useState(NO_VALUES);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const fields = useFieldErrors(form);
  const sendOnce = useSendOnce();
  const paid = pageType === 'PurchaseSubscription';

  function edit(field: RegistrationField, value: string): void {
    setValues((current) => ({ ...current, [field]: value }));
    fields.clear(field);
  }

  async function register(idempotencyKey: string): Promise<RegistrationOutcome> {
    const request = toRequest(values, pageType);
    const refusal = await refusalOf(request);
    // A repeated purchase recognizes the names that its earlier attempt has reserved.
    if (refusal && !(paid && isOwnReservation(request, refusal))) return refusal;
    if (pageType === 'JoinOrganization') return joinOrganization(request, idempotencyKey);
    if (pageType === 'Standalone') return registerStandalone(request, idempotencyKey);
    return payAndRegister(request, cardDetails.current?.() ?? { stripe: null, card: null });
  }

  async function submit(idempotencyKey: string): Promise<void> {
    setBusy(true);
    setMessage('');
    fields.clearAll();
    const outcome = await register(idempotencyKey);
    setBusy(false);
    if (outcome.page !== 'form') return onEnded(outcome);
    const { shown, others } = splitErrors(outcome.fields ?? {}, pageType);
    setMessage([outcome.message, ...others].filter(Boolean).join(' '));
    fields.show(shown);
  }

  const end = (
    <>
      <NoticeLine notice={message ? { text: message, severity: 'error' } : null} />
      <SubmitButton busy={busy}>{busy ? messages.submitting : messages.submit}</SubmitButton>
    </>
  );
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void sendOnce(values, submit);
      }}
    >
      <div className={`${entry.card} ${styles.card}`}>
        <h1>{messages.title}</h1>
        <AccountFields
          values={values}
          errors={fields.errors}
          withAccessCode={pageType !== 'Standalone'}
          onEdit={edit}
        />
        {!paid && end}
      </div>
      {paid && <PaymentPanel cardDetails={cardDetails}>{end}</PaymentPanel>}
      <div className={styles.foot}>{children}</div>
    </form>
  );
}
