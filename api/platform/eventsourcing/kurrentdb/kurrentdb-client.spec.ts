import { withKeepAlive } from './kurrentdb-client.js';

it.each([
  ['kurrentdb://log.example:2113', 'kurrentdb://log.example:2113?keepAliveTimeout=3000'],
  ['esdb://log.example:2113?tls=false', 'esdb://log.example:2113?tls=false&keepAliveTimeout=3000'],
  ['kurrentdb://log.example?keepAliveTimeout=8000', 'kurrentdb://log.example?keepAliveTimeout=8000'],
])('sets a keep-alive timeout for %s unless the URL contains one', (url, expected) => {
  expect(withKeepAlive(url)).toBe(expected);
});
