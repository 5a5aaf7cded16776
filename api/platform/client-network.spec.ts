import { networkOf } from './client-network.js';

it.each([
  ['192.0.2.17', '192.0.2.17'],
  ['::ffff:192.0.2.17', '192.0.2.17'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:eeee:dddd:cccc', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('maps address %s to network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('distinguishes two IPv6 networks', () => {
  expect(networkOf('2001:db8:1:3::5')).not.toBe(networkOf('2001:db8:1:2::5'));
});
