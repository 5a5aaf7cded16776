// stands in for style sheets and images: a CSS module answers each class with its own name
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
