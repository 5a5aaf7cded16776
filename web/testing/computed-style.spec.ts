/** The test environment skips most rules by class and element name: infra/setup/jsdom-environment.cjs. */
beforeEach(() => {
  document.body.innerHTML = `<section class="page"><article id="subject" class="card open" data-kind="a.b > c">
    <p class="leaf"></p></article></section>`;
});
afterEach(() => document.head.replaceChildren());

it.each([
  '.card',
  '.card.open',
  '.other',
  '.card.other',
  '.other, .card',
  'article.card',
  'section.card',
  'section > .card',
  '.other .card',
  '.card .leaf',
  '.card:not(.other)',
  '.card:is(.open, .other)',
  ':is(.other, .card)',
  '.page :where(.other, article)',
  '.card:has(.leaf)',
  '.card:has(> .other)',
  '[data-kind="a.b > c"]',
  '.other[data-kind]',
  '.c\\61rd',
  '.CARD',
  'ARTICLE',
  '*',
])('applies a rule to an element exactly when the selector matches: %s', (selector) => {
  document.head.innerHTML = `<style>${selector} { display: grid }</style>`;
  const subject = document.querySelector('#subject')!;
  expect(getComputedStyle(subject).display === 'grid').toBe(subject.matches(selector));
});
