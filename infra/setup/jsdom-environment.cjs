const { createRequire } = require('node:module');
const { disableAsyncStorages } = require('./async-storages.cjs');

const requireOfJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const selectors = requireOfJsdom('./jsdom/living/helpers/selectors.js');
const { matchesDontThrow } = selectors;

/** What an element needs to match a selector, by selector. */
const requirements = new Map();

/**
 * Tests class and element name before the selector. To compute the style of an element, jsdom matches it with each rule of the page.
 * A styled component adds rules for one class, so nearly all of them fail this test.
 */
selectors.matchesDontThrow = (element, selector) => {
  let needed = requirements.get(selector);
  if (needed === undefined) requirements.set(selector, (needed = requirementOf(selector)));
  if (needed.name !== undefined && element.localName !== needed.name) return false;
  if (needed.className !== undefined && !hasClass(element, needed.className)) return false;
  return matchesDontThrow(element, selector);
};

/** Returns the class and the element name without which no element matches the selector; neither for a list of selectors. */
function requirementOf(selector) {
  if (selector === undefined || selector.includes('\\')) return {};
  let plain = selector.replace(/"[^"]*"|'[^']*'/g, '').replace(/\[[^\]]*\]/g, '');
  for (let before; before !== plain;) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  if (!/^[\w\s.:>+~*#-]+$/.test(plain)) return {};
  const subject = plain
    .trim()
    .split(/[\s>+~]+/)
    .at(-1);
  return { className: /\.([\w-]+)/.exec(subject)?.[1], name: /^[a-z][a-z0-9]*(?=$|[.:#])/.exec(subject)?.[0] };
}

function hasClass(element, name) {
  const value = element.getAttributeNS(null, 'class');
  return value !== null && value.split(/[\t\n\f\r ]/).includes(name);
}

// Loads the rest of jsdom, which takes the function from its module.
const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class extends TestEnvironment {
  async teardown() {
    disableAsyncStorages();
    await super.teardown();
  }
};
