import { SigningKeys } from './signing-keys.js';

const [OLD, NEW] = ['an older secret', 'a newer secret'];
const tokenOf = ({ header }: SigningKeys): string =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.payload.signature`;

it('signs with the newest secret and verifies with all, so that replacing a secret signs no user out', () => {
  const [before, after] = [new SigningKeys([OLD]), new SigningKeys([NEW, OLD])];
  expect(after.header).toEqual(new SigningKeys([NEW]).header);
  expect(after.for(tokenOf(after))).toEqual(after.current);
  expect(after.for(tokenOf(before))).toEqual(before.current);
});

it('rejects tokens of a removed secret', () => {
  expect(new SigningKeys([NEW]).for(tokenOf(new SigningKeys([OLD])))).toBeUndefined();
});
