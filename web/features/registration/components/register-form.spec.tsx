import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem, startFakeServer, type FakeAnswer, type FakeRequest } from '../../../testing/fake-server.js';
import { freshBrowser, openApp, USER_ID } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));

const VALIDATE = 'POST /api/users/validate-registration';
const JOIN = 'POST /api/users/registrationCode';
const FREE = 'POST /api/users/paymentFreeRegistration';
const fine: FakeAnswer = { body: {} };
const registered = (more: object): FakeAnswer => ({
  body: { userId: USER_ID, message: '', isFieldError: false, errors: [], ...more },
});

async function open(type: string, handlers: Parameters<typeof startFakeServer>[0] = {}): Promise<FakeRequest[]> {
  const seen = await startFakeServer(handlers);
  openApp(`/register${type && `?type=${type}`}`);
  await screen.findByRole('heading', { name: 'Create Account' });
  return seen;
}

async function fillIn(withCode = true) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username'), 'ada.byron');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'Orbit_2025!');
  if (withCode) await user.type(screen.getByLabelText('Access Code'), 'ABCD-EFGH');
  return user;
}

async function submitted(withCode = true): Promise<void> {
  const user = await fillIn(withCode);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

const path = () => window.location.pathname;

describe('the registration page', () => {
  beforeEach(freshBrowser);

  it.each([
    ['JoinOrganization', true],
    ['Standalone', false],
    ['PurchaseSubscription', true],
    ['', true],
    ['Nonsense', true],
  ])('shows for the type %j its fields, with an access code: %s', async (type, withCode) => {
    await open(type);
    const labels = ['Username', 'Email', 'Password', 'First Name', 'Last Name', 'Rank/Title', 'Nationality'];
    for (const label of labels) expect(screen.getByLabelText(label)).toBeVisible();
    expect(screen.queryAllByLabelText('Access Code')).toHaveLength(withCode ? 1 : 0);
    expect(screen.queryAllByText('Be sure to enter "Access Code" exactly as it was provided to you.')).toHaveLength(
      withCode ? 1 : 0,
    );
    expect(screen.getByLabelText('Username')).toBeRequired();
    expect(screen.getByLabelText('First Name')).not.toBeRequired();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
  });

  it('lists the advantages of an account, and the price for subscribers only', async () => {
    await open('PurchaseSubscription');
    const panel = screen.getByRole('complementary', { name: 'Features' });
    for (const fact of [
      '$250',
      'Billed monthly, cancel anytime',
      'Rendezvous and proximity operations',
      'Frames of reference',
      'Fuel awareness with cooldown periods',
      'Low and geostationary orbit scenarios, with a sandbox mode',
      'Web and desktop applications',
      'In-game tutorials and help',
      'E-mail tech support with online FAQs',
      'Annual subscription with reduced renewal fees, free trials and introductory pricing.',
    ]) {
      expect(within(panel).getByText(fact)).toBeVisible();
    }
  });

  it('shows no price when joining an organization', async () => {
    await open('JoinOrganization');
    expect(screen.getByRole('complementary', { name: 'Features' })).toHaveTextContent('Frames of reference');
    expect(screen.queryByText('$250')).not.toBeInTheDocument();
  });

  it('shows no panel for a free account', async () => {
    await open('Standalone');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  });

  it('shows that cards are not accepted', async () => {
    await open('PurchaseSubscription');
    expect(screen.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
    expect(screen.getByText(/^Card payment is not configured\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument();
  });

  it('shows the password rule while the user types', async () => {
    await open('Standalone');
    await userEvent.type(screen.getByLabelText('Password'), 'abc');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password must be at least 10 characters.');
  });
});

describe('joining an organization', () => {
  beforeEach(freshBrowser);

  it('validates, registers, and confirms with the note of the server', async () => {
    let release: (answer: FakeAnswer) => void = () => {};
    const seen = await open('JoinOrganization', {
      [VALIDATE]: () => new Promise((resolve) => (release = resolve)),
      [JOIN]: registered({ message: 'Mind the gap.' }),
    });
    const user = await fillIn();
    await user.selectOptions(
      screen.getByLabelText('Nationality'),
      await screen.findByRole('option', { name: 'Belgium' }),
    );
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const busy = screen.getByRole('button', { name: 'Submitting...' });
    expect(busy).toBeDisabled();
    expect(busy.textContent).toBe('Submitting... ');
    release(fine);
    expect(await screen.findByRole('heading', { name: 'Registration Successful' })).toBeVisible();
    expect(screen.getByText('New user "ada.byron" registered"')).toBeVisible();
    expect(screen.getByText('NOTE: Mind the gap.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/');
    expect(path()).toBe('/success');
    const body = {
      userName: 'ada.byron',
      email: 'ada@example.com',
      password: 'Orbit_2025!',
      firstName: '',
      lastName: '',
      rankTitle: '',
      accessCode: 'ABCD-EFGH',
      isFreeUser: false,
      nationality: 56,
    };
    expect(seen).toMatchObject([
      { path: '/api/users/validate-registration', body },
      { path: '/api/users/registrationCode', body },
    ]);
    expect(seen[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows no note when the server sends none', async () => {
    await open('JoinOrganization', { [VALIDATE]: fine, [JOIN]: registered({}) });
    await submitted();
    await screen.findByRole('heading', { name: 'Registration Successful' });
    expect(screen.queryByText(/^NOTE/)).not.toBeInTheDocument();
  });

  it('shows validation errors beside the fields, until they are edited', async () => {
    const errors = { UserName: ['Username is already taken.', 'Second.'], AccessCode: ['No such code.'] };
    const seen = await open('JoinOrganization', { [VALIDATE]: problem(400, 'Invalid', errors) });
    await submitted();
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Username is already taken.');
    expect(screen.getByLabelText('Access Code')).toHaveAccessibleDescription('No such code.');
    expect(screen.queryByText('Invalid')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Username'), '2');
    expect(screen.queryByText('Username is already taken.')).not.toBeInTheDocument();
    expect(screen.getByText('No such code.')).toBeVisible();
    expect(seen).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it.each([
    [problem(429, 'Too many attempts.'), 'Too many attempts.'],
    [{ status: 400, body: '' }, 'Registration failed. Please try again.'],
    [problem(400, 'Invalid', { Nationality: ['No such country.'] }), 'No such country.'],
  ])('responds to the validation %j with: %s', async (answer, text) => {
    await open('JoinOrganization', { [VALIDATE]: answer });
    await submitted();
    expect(await screen.findByText(text)).toBeVisible();
    expect(path()).toBe('/register');
  });

  it('shows field errors of the registration on the form, in one line', async () => {
    const errors = ['The organization has reached its user limit.', 'Ask for a seat.'];
    await open('JoinOrganization', {
      [VALIDATE]: fine,
      [JOIN]: registered({ userId: null, isFieldError: true, errors }),
    });
    await submitted();
    expect(await screen.findByText(errors.join(' '))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it.each([
    [registered({ userId: null, message: 'The list is closed.' }), 'Error: The list is closed.'],
    [registered({ userId: null }), 'Error: Unknown error occurred.'],
    [problem(500, 'Broken inside'), 'Error: Broken inside'],
    [{ status: 500, body: '' }, 'Error: An internal error occurred.'],
  ])('opens for %j the failure page with: %s', async (answer, text) => {
    await open('JoinOrganization', { [VALIDATE]: fine, [JOIN]: answer });
    await submitted();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Registration Failed' })).toBeVisible();
    expect(path()).toBe('/failed');
  });

  it('lists every message of a failure, and links back to the same form', async () => {
    const errors = { AccessCode: ['Too old.', 'Ask for another.'], Email: ['Taken.'] };
    await open('JoinOrganization', { [VALIDATE]: fine, [JOIN]: problem(409, 'Not now', errors) });
    await submitted();
    await screen.findByText('Error: Not now');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'accessCode: Too old. Ask for another.',
      'email: Taken.',
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Back to Register Page' }));
    expect(await screen.findByLabelText('Access Code')).toHaveValue('');
    expect(screen.queryByText('$250')).not.toBeInTheDocument();
  });
});

describe('a free account', () => {
  beforeEach(freshBrowser);

  it('is created without an access code', async () => {
    const seen = await open('Standalone', { [VALIDATE]: fine, [FREE]: { body: { userId: USER_ID } } });
    await submitted(false);
    expect(await screen.findByText('ada.byron registered')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Registration Successful' })).toBeVisible();
    expect(seen).toMatchObject([{ body: { isFreeUser: true } }, { body: { isFreeUser: true, accessCode: '' } }]);
  });

  it('fails when the server returns no account', async () => {
    await open('Standalone', { [VALIDATE]: fine, [FREE]: { body: null } });
    await submitted(false);
    expect(await screen.findByText('Error: Unknown error occurred.')).toBeVisible();
  });

  it('shows an error about the access code, although its field is hidden', async () => {
    await open('Standalone', { [VALIDATE]: problem(400, 'Invalid', { AccessCode: ['Enter a code.'] }) });
    await submitted(false);
    expect(await screen.findByText('Enter a code.')).toBeVisible();
  });
});

describe('the outcome pages', () => {
  it.each(['/success', '/failed'])('redirect from %s to the login without a registration', async (target) => {
    freshBrowser();
    await startFakeServer({});
    openApp(target);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(path()).toBe('/');
  });
});
