import { TestPlatform } from '../../testing/test-platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await TestPlatform.start();
});
afterAll(() => platform.stop());

const post = async (path: string, body: object) => {
  const response = await fetch(`${platform.url}/api/payments/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const refused = { status: 409, body: { code: 'PAYMENT_NOT_CONFIGURED', title: 'Card payment is not configured.' } };

it('reports that card payment is not configured, to payers and to Stripe', async () => {
  const userRegistrationDetails = {
    userName: 'ada.lovelace',
    password: 'orbital_mechanics_7#',
    email: 'ada@example.org',
    accessCode: 'ABCD-EFGH',
  };
  expect(await post('register-and-pay', { userRegistrationDetails, paymentMethodId: 'pm_ok' })).toMatchObject(refused);
  expect(await post('webhook', { id: 'evt_1' })).toMatchObject(refused);
});
