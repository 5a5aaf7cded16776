import { type Config, loadConfig } from '../../config.js';
import type { StartupArguments } from '../../contracts/game.contract.js';
import { TestPlatform } from '../../testing/test-platform.js';

const { game }: Config = loadConfig({
  SYS_HIGH_CLASSIFICATION: 'UNCLASSIFIED',
  UDL_API_URL: 'https://udl.example.org/',
  UDL_USERNAME: 'reader',
  UDL_PASSWORD: 'a password of the data library',
  UDL_DIRECT: 'on',
});

let platform: TestPlatform;
beforeAll(async () => {
  platform = await TestPlatform.start({ game });
});
afterAll(() => platform.stop());

const PATH = '/game/startup';

it('returns the player, the API address and, with UDL_DIRECT, the data library itself', async () => {
  const organizationId = await platform.organization('Delta 3');
  const player = await platform.person('Restricted', organizationId);
  const { body, status, headers } = await player.get<StartupArguments>(PATH);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    userName: expect.stringMatching(/^restricted\./),
    userId: player.userId,
    webApiUrl: `${platform.url}/api`,
    organization: 'Delta 3',
    sysHighClassification: 'UNCLASSIFIED',
    udlApiURL: 'https://udl.example.org/',
    udlUsername: 'reader',
    udlPassword: 'a password of the data library',
  });
});

it('returns no organization for a player without one', async () => {
  const admin = await platform.admin();
  expect((await admin.get<StartupArguments>(PATH)).body.organization).toBe('');
});

it('rejects a request without a sign-in', async () => {
  expect((await fetch(`${platform.url}/api${PATH}`)).status).toBe(401);
  expect(await (await fetch(`${platform.url}/config.json`)).text()).not.toContain('password of');
});
