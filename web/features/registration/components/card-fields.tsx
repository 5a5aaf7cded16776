import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useId, useImperativeHandle, useState, type ComponentType, type Ref } from 'react';
import type { CardDetails } from '../pay.js';
import styles from './card-fields.module.css';

// otherwise Stripe's script reports the visitor's movements to further hosts
loadStripe.setLoadParameters({ advancedFraudSignals: false });

type Labels = Readonly<Record<'number' | 'expiry' | 'cvc', string>>;

interface CardFieldsProps {
  /** Labels of the fields. Passed as a prop, so that the page loads all texts in one file. */
  labels: Labels;
  publishableKey: string;
  ref: Ref<() => CardDetails>;
}

/** Stripe's own card fields. Their input never passes through the platform. */
export default function CardFields({ labels, publishableKey, ref }: CardFieldsProps) {
  const [stripe] = useState(() => loadStripe(publishableKey).catch(() => null));
  return (
    <Elements stripe={stripe}>
      <Fields labels={labels} detailsRef={ref} />
    </Elements>
  );
}

function Fields({ labels, detailsRef }: { labels: Labels; detailsRef: Ref<() => CardDetails> }) {
  const stripe = useStripe();
  const elements = useElements();
  useImperativeHandle(detailsRef, () => () => ({ stripe, card: elements?.getElement(CardNumberElement) ?? null }), [
    stripe,
    elements,
  ]);
  return (
    <div className={styles.fields}>
      <CardField label={labels.number} element={CardNumberElement} />
      <CardField label={labels.expiry} element={CardExpiryElement} />
      <CardField label={labels.cvc} element={CardCvcElement} />
    </div>
  );
}

interface CardFieldProps {
  label: string;
  element: ComponentType<{ id: string; className?: string; options: { style: { base: object } } }>;
}

function CardField({ label, element: Element }: CardFieldProps) {
  const id = useId();
  const [style] = useState(pageStyle);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <Element id={id} className={styles.input ?? ''} options={{ style }} />
    </div>
  );
}

/** Returns the page's fonts and colours for Stripe's fields, which are in frames outside the page's style sheet. */
function pageStyle() {
  const { color, fontFamily } = getComputedStyle(document.body);
  return { base: { color, iconColor: color, fontFamily, fontSize: '15px', lineHeight: '22px' } };
}
