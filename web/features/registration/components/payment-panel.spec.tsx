import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CLIENT_CONFIG, problem, startFakeServer, type FakeAnswer } from '../../../testing/fake-server.js';
import { fakeStripe } from '../../../testing/fake-stripe.js';
import { freshBrowser, openApp, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const VALIDATE = 'POST /api/users/validate-registration';
const PAY = 'POST /api/payments/register-and-pay';
const REGISTRATION_ID = '0198c0de-0000-7000-8000-0000000000bb';
const answered = (more: object): FakeAnswer => ({
  body: { userId: null, message: '', isFieldError: false, errors: [], ...more },
});
const paid = answered({ userId: USER_ID, message: 'Welcome aboard.' });

type Handler = Parameters<typeof startFakeServer>[0][string];

/** Differs in each test, because the page remembers the names of the last purchase. */
let username = '';
let tests = 0;
beforeEach(() => {
  tests += 1;
  username = `ada.${tests}`;
});

/** Opens the subscriber's form on a server that accepts cards. */
async function open(pay: Handler, more: Parameters<typeof startFakeServer>[0] = {}) {
  const seen = await startFakeServer({
    'GET /config.json': { body: { ...CLIENT_CONFIG, stripePublishableKey: 'pk_live_1' } },
    [VALIDATE]: { body: {} },
    [PAY]: pay,
    ...more,
  });
  openApp('/register');
  await screen.findByLabelText('Username');
  return seen;
}

async function submit() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('First Name'), 'Ada');
  await user.type(screen.getByLabelText('Last Name'), 'Byron');
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
}

const payments = (seen: Awaited<ReturnType<typeof open>>) =>
  seen.filter(({ path }) => path === '/api/payments/register-and-pay');

describe('paying by card', () => {
  beforeEach(freshBrowser);

  it('shows that Stripe has not loaded, and loads its script only from Stripe', async () => {
    const seen = await open(paid);
    await screen.findByText('Card number');
    const script = document.querySelector<HTMLScriptElement>('script[src]');
    expect(script?.src).toMatch(/^https:\/\/js\.stripe\.com\//);
    await submit();
    expect(await screen.findByText('Stripe has not loaded yet.')).toBeVisible();
    expect(payments(seen)).toEqual([]);
    // the loader retries once, and finds the script that the later tests use
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
    fakeStripe();
    await act(async () => script?.dispatchEvent(new Event('error')));
    expect(await screen.findByText('[cardNumber]')).toBeVisible();
    warned.mockRestore();
  });

  it("shows Stripe's fields with the platform's key", async () => {
    const { calls } = fakeStripe();
    await open(paid);
    expect(await screen.findByText('[cardNumber]')).toBeVisible();
    expect(screen.getByText('[cardExpiry]')).toBeVisible();
    expect(screen.getByText('[cardCvc]')).toBeVisible();
    for (const label of ['Card number', 'Card expiry', 'Card CVC']) expect(screen.getByText(label)).toBeVisible();
    expect(calls).toEqual([{ name: 'Stripe', argument: 'pk_live_1' }]);
  });

  it('creates a payment method from the card, then registers and pays', async () => {
    const { calls } = fakeStripe();
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const seen = await open(paid);
    await screen.findByText('[cardNumber]');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(screen.getByText('Welcome aboard.')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({
      name: 'createPaymentMethod',
      argument: { type: 'card', billing_details: { name: 'Ada Byron', email: 'ada@example.com' } },
    });
    expect(payments(seen)).toMatchObject([
      {
        body: { paymentMethodId: 'pm_card', userRegistrationDetails: { email: 'ada@example.com', isFreeUser: false } },
      },
    ]);
    expect(payments(seen)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(timeout).toHaveBeenLastCalledWith(30_000);
    timeout.mockRestore();
  });

  it('asks the card holder to confirm, then repeats the request with the registration', async () => {
    const { calls } = fakeStripe();
    const seen = await open(({ body }) =>
      (body as { registrationId?: string }).registrationId
        ? paid
        : answered({ requiresAction: true, clientSecret: 'pi_secret', registrationId: REGISTRATION_ID }),
    );
    await screen.findByText('[cardNumber]');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(calls.at(-1)).toEqual({ name: 'confirmCardPayment', argument: 'pi_secret' });
    expect(payments(seen)[1]?.body).toMatchObject({ paymentMethodId: 'pm_card', registrationId: REGISTRATION_ID });
  });

  it('repeats the request once with the same key when there was no response', async () => {
    fakeStripe();
    let tries = 0;
    const seen = await open(() => {
      tries += 1;
      if (tries === 1) throw new TypeError('connection reset');
      return paid;
    });
    await screen.findByText('[cardNumber]');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    const [first, second] = payments(seen);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it.each([
    [
      'createPaymentMethod',
      { error: { message: 'Your card number is incomplete.' } },
      'Your card number is incomplete.',
    ],
    ['createPaymentMethod', { error: {} }, 'An unknown error occurred'],
    ['confirmCardPayment', { error: { message: 'Not confirmed.' } }, 'Not confirmed.'],
    ['confirmCardPayment', { error: {} }, 'An unknown error occurred'],
  ])("shows Stripe's error of %s: %j", async (call, answer, text) => {
    fakeStripe({ [call]: answer });
    await open(answered({ requiresAction: true, clientSecret: 'pi_secret', registrationId: REGISTRATION_ID }));
    await screen.findByText('[cardNumber]');
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
    expect(window.location.pathname).toBe('/register');
  });

  it.each([
    [answered({ isFieldError: true, errors: ['Taken.', 'Choose another.'] }), 'Taken. Choose another.', '/register'],
    [answered({ message: 'Your card was declined.' }), 'Error: Your card was declined.', '/failed'],
    [answered({}), 'Error: Unknown error occurred.', '/failed'],
    [problem(503, 'Payments are unavailable'), 'Error: Payments are unavailable', '/failed'],
  ])('responds to %j with: %s', async (answer, text, path) => {
    fakeStripe();
    await open(answer);
    await screen.findByText('[cardNumber]');
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    expect(window.location.pathname).toBe(path);
    expect(screen.queryAllByRole('heading', { name: 'Payment Failed' })).toHaveLength(path === '/failed' ? 1 : 0);
  });

  describe('again, while the names are reserved for the first attempt', () => {
    const asked = answered({ requiresAction: true, clientSecret: 'pi_secret', registrationId: REGISTRATION_ID });
    const NAMES = { UserName: ['Username is already taken.'], Email: ['Email is already registered.'] };
    const pay = async () => {
      await screen.findByText('[cardNumber]');
      await submit();
    };
    const again = async () => userEvent.click(await screen.findByRole('link', { name: 'Back to Register Page' }));

    /** Opens the form on a server whose validation refuses these fields from the first payment on. */
    async function openReserving(first: FakeAnswer, errors: Record<string, string[]> = NAMES) {
      const answers = [first];
      const seen = await open(() => answers.shift() ?? paid, {
        [VALIDATE]: () => (payments(seen).length > 0 ? problem(400, '', errors) : { body: {} }),
      });
      return seen;
    }

    it('succeeds with another card after a confirmation that failed', async () => {
      fakeStripe({ confirmCardPayment: { error: { message: 'Not confirmed.' } } });
      const seen = await openReserving(asked);
      await pay();
      expect(await screen.findByText('Not confirmed.')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
      expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
      expect(seen.filter(({ path }) => path.endsWith('/validate-registration'))).toHaveLength(2);
    });

    it('succeeds on a new form after an unknown outcome', async () => {
      fakeStripe();
      await openReserving(problem(503, 'The card payment is not confirmed yet.'));
      await pay();
      await again();
      await pay();
      expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    });

    it.each([{ Password: ['Too short.'] }, { ...NAMES, Password: ['Too short.'] }])(
      'marks the wrong fields on the form: %j',
      async (errors) => {
        const seen = await openReserving(problem(503, 'The card payment is not confirmed yet.'), errors);
        await pay();
        await again();
        await pay();
        await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Too short.'));
        expect(screen.getByLabelText('Username')).toHaveValue(username);
        expect(window.location.pathname).toBe('/register');
        expect(payments(seen)).toHaveLength(1);
      },
    );

    it('shows why the names cannot be checked', async () => {
      fakeStripe({ confirmCardPayment: { error: { message: 'Not confirmed.' } } });
      await openReserving(asked, {});
      await pay();
      expect(await screen.findByText('Not confirmed.')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
      expect(await screen.findByText('Registration failed. Please try again.')).toBeVisible();
    });

    it('shows that the names are taken after a payment that failed, which released them', async () => {
      fakeStripe();
      const seen = await openReserving(answered({ message: 'Your card was declined.' }));
      await pay();
      await again();
      await pay();
      expect(await screen.findByText('Username is already taken.')).toBeVisible();
      expect(payments(seen)).toHaveLength(1);
    });

    it('validates other names', async () => {
      fakeStripe({ confirmCardPayment: { error: { message: 'Not confirmed.' } } });
      await openReserving(asked);
      await pay();
      expect(await screen.findByText('Not confirmed.')).toBeVisible();
      await userEvent.type(screen.getByLabelText('Username'), '2');
      await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
      expect(await screen.findByText('Username is already taken.')).toBeVisible();
    });
  });

  it('shows that no card was entered', async () => {
    fakeStripe({}, { mounts: false });
    const seen = await open(paid);
    await waitFor(() => expect(screen.getByText('Card number')).toBeVisible());
    await submit();
    expect(await screen.findByText('Card details are not entered.')).toBeVisible();
    expect(payments(seen)).toEqual([]);
  });
});
