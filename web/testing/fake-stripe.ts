interface FakeStripe {
  /** Calls of the page to Stripe, in order. */
  calls: { name: string; argument: unknown }[];
}

type Answers = Partial<Record<'createPaymentMethod' | 'confirmCardPayment', object>>;

let answers: Answers = {};
let mounts = true;
let calls: FakeStripe['calls'] = [];

/**
 * Defines Stripe's browser object, as its script does. Its responses are given by `responses` and succeed by default. All tests of a file share
 * one object, because Stripe's loader keeps the first one.
 */
export function fakeStripe(responses: Answers = {}, options = { mounts: true }): FakeStripe {
  answers = responses;
  mounts = options.mounts;
  calls = [];
  Object.assign(window, { Stripe: theStripe });
  return { calls };
}

function theStripe(key: string) {
  calls.push({ name: 'Stripe', argument: key });
  return {
    elements: fakeElements,
    createToken: () => Promise.resolve({}),
    createPaymentMethod: answer('createPaymentMethod', { paymentMethod: { id: 'pm_card' } }),
    confirmCardPayment: answer('confirmCardPayment', { paymentIntent: { status: 'succeeded' } }),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
}

const answer = (name: keyof Answers, usually: object) => (argument: unknown) => {
  calls.push({ name, argument });
  return Promise.resolve(answers[name] ?? usually);
};

function fakeElements() {
  const mounted = new Map<string, object>();
  return {
    create(type: string) {
      const element = {
        type,
        on: () => element,
        off: () => element,
        update: () => {},
        mount: (node: HTMLElement) => {
          if (mounts) mounted.set(type, element);
          node.textContent = `[${type}]`;
        },
        destroy: () => void mounted.delete(type),
      };
      return element;
    },
    getElement: (wanted: { __elementType: string }) => mounted.get(wanted.__elementType) ?? null,
    update: () => {},
  };
}
