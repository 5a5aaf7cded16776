import { PRICE, Refusal, type StripeBooks, type Subscription } from './stripe-books.js';

/** Answers one call like Stripe. @throws Refusal */
export function answerOf(books: StripeBooks, method: string, url: URL, body: URLSearchParams): object {
  const [, , resource, id, action] = url.pathname.split('/');
  const text = (name: string): string => body.get(name) ?? '';
  const query = (name: string): string => url.searchParams.get(name) ?? '';
  const registrationId = text('metadata[registrationId]');
  switch (`${method} ${resource}${id ? '/id' : ''}${action ? `/${action}` : ''}`) {
    case 'POST customers':
      return { id: books.createCustomer(text('email'), text('payment_method'), registrationId), object: 'customer' };
    case 'DELETE customers/id':
      books.deleteCustomer(id!);
      return { id, object: 'customer', deleted: true };
    case 'GET customers/id':
      return searched(books, query('query'));
    case 'POST subscriptions': {
      const paymentMethod = text('default_payment_method');
      return subscriptionOf(books.subscribe(text('customer'), text('items[0][price]'), paymentMethod, registrationId));
    }
    case 'GET subscriptions':
      books.assertCustomer(query('customer'));
      return listOf(
        [...books.subscriptions.values()].filter(({ customer }) => customer === query('customer')).map(subscriptionOf),
      );
    case 'GET subscriptions/id':
      return subscriptionOf(books.subscription(id!));
    case 'DELETE subscriptions/id':
      return subscriptionOf(books.cancel(id!));
    case 'GET invoices/id':
      return { id, object: 'invoice', status: books.invoiceStatus(id!) };
    case 'POST invoices/id/void':
      books.voidInvoice(id!);
      return { id, object: 'invoice', status: 'void' };
    case 'GET invoice_payments':
      return listOf([
        { object: 'invoice_payment', payment: { type: 'payment_intent', payment_intent: intentOf(books, url) } },
      ]);
    case 'GET refunds':
      return listOf(refundsOf(books, query('payment_intent')));
    case 'POST refunds':
      return { id: books.refund(text('payment_intent')), object: 'refund', status: 'succeeded' };
    default:
      throw new Refusal(
        404,
        'invalid_request_error',
        'url_invalid',
        `Unrecognized request URL (${method} ${url.pathname})`,
      );
  }
}

const listOf = (data: object[]): object => ({ object: 'list', data, has_more: false });

const subscriptionOf = ({ id, status, customer, invoice, registrationId }: Subscription): object => ({
  id,
  object: 'subscription',
  status,
  customer,
  currency: PRICE.currency,
  latest_invoice: invoice,
  metadata: { registrationId },
});

function intentOf(books: StripeBooks, url: URL): object | string {
  const { id, status, clientSecret, error } = books.intentOf(url.searchParams.get('invoice') ?? '');
  if (!url.searchParams.has('expand[0]')) return id;
  return {
    id,
    object: 'payment_intent',
    status,
    client_secret: clientSecret,
    amount: PRICE.amount,
    amount_received: status === 'succeeded' ? PRICE.amount : 0,
    currency: PRICE.currency,
    last_payment_error: error && { type: 'card_error', ...error },
  };
}

/** Searches customers by the registration in their metadata. */
function searched({ customers }: StripeBooks, query: string): object {
  const found = [...customers].filter(
    ([, { registrationId, email }]) => email && query === `metadata["registrationId"]:"${registrationId}"`,
  );
  return { object: 'search_result', data: found.map(([id]) => ({ id, object: 'customer' })), has_more: false };
}

function refundsOf(books: StripeBooks, intentId: string): object[] {
  const refundId = books.intents.get(intentId)?.refundId;
  return refundId ? [{ id: refundId, object: 'refund', status: 'succeeded' }] : [];
}
