import type { AccessCode } from '../../api/contracts/access-code.contract.js';
import { StripeServer } from '../../api/features/payments/testing/stripe-server.js';
import { FaultProxy } from '../../api/testing/fault-proxy.js';
import { until } from '../../api/testing/until.js';
import { type Figure, figure } from '../bench/figure.js';
import { ApiClient } from '../simulate/api-client.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import type { Breakage } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { Payers } from './testing/payers.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { underFault } from './testing/under-fault.js';

const STUDENTS = 8;
/** Number of people who pay at the same moment. */
const PAYERS = 4;
/** Age from which a registration cannot be in progress any more. */
const LATER_MINUTES = 5;

const CARDS = 'api/features/payments/card-payments.js';
/** Treats each repeat as a new payment. */
const ignoresEarlierRequests: readonly Breakage[] = [
  { file: CARDS, from: '`${registrationId}:subscription`', to: 'crypto.randomUUID()' },
  { file: CARDS, from: 'return data[0] ?? null;', to: 'return null;' },
];

let stage: Stage;
let stripe: StripeServer;
let proxy: FaultProxy;
let node: StageNode;
let played: PreparedClass;
let accessCode: string;

beforeAll(async () => {
  stage = await Stage.open();
  stripe = await StripeServer.start();
  const { secretKey, publishableKey, webhookSecret, priceId, apiBase } = stripe.settings();
  proxy = await FaultProxy.start(apiBase!);
  node = await stage.node('all', {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_ID: priceId,
    STRIPE_API_BASE: proxy.through(apiBase!),
  });
  await node.start();
  played = await stage.class(node.url, STUDENTS);
  const admin = new ApiClient(node.url, await stage.account('SystemAdmin'));
  accessCode = (await admin.send<AccessCode>('POST', '/api/users/accessCodes')).code;
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await proxy?.close();
  await stripe?.stop();
}, 60_000);

fault('Stripe: refused, silent, lost after a charge', withoutStripe, {
  name: 'every repeat is charged as a new payment',
  measure: () => stage.insteadOf(node, ignoresEarlierRequests, disconnectedWhenCharged),
});

const newPayers = () => new Payers({ port: node.port, databaseUrl: stage.databaseUrl, accessCode, stripe });

async function withoutStripe(): Promise<Figure[]> {
  const payers = newPayers();
  const played = await whilePlaying(async () => {
    await proxy.refuse();
    await payers.pay(PAYERS);
    await proxy.heal();
    const charged = await payWithoutResponse(payers, () => payers.pay(PAYERS));
    const began = performance.now();
    await payers.repeatSome(2);
    return [
      figure('charged without a response', charged, 'people', { atLeast: PAYERS }),
      figure('until repeated forms were answered', (performance.now() - began) / 1_000, 's', { atMost: 15 }),
    ];
  });
  await payers.laterBy(LATER_MINUTES);
  await until(async () => (await payers.inDoubt()) === 0);
  return [...(await payers.figures()), ...played];
}

async function disconnectedWhenCharged(): Promise<Figure[]> {
  const payers = newPayers();
  await payWithoutResponse(payers, () => Promise.resolve());
  await payers.repeatSome(1);
  return payers.figures();
}

/** Charges some people whose responses are lost, while others pay as well. Resolves with the number of charged people. */
async function payWithoutResponse(payers: Payers, others: () => Promise<void>): Promise<number> {
  let charged = 0;
  stripe.faults = ({ method, path }) => {
    if (method !== 'POST' || path !== '/subscriptions') return null;
    charged += 1;
    return 'silent-after';
  };
  const paying = payers.pay(PAYERS);
  await until(() => charged === PAYERS);
  stripe.faults = () => null;
  proxy.silence();
  await Promise.all([paying, others()]);
  await proxy.heal();
  return charged;
}

/** Meanwhile a class plays and must not be affected. */
const whilePlaying = (work: () => Promise<readonly Figure[]>): Promise<Figure[]> =>
  underFault({ url: node.url, databaseUrl: stage.databaseUrl, played }, work);
