import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UnityBuild } from '../../../../api/contracts/client-config.contract.js';
import { loadDocument } from '../../../shared/load-document.js';
import { CLIENT_CONFIG, problem, startFakeServer } from '../../../testing/fake-server.js';
import { FILE_REQUESTS, fakeUnity, gameAnswers, slowFile, STARTUP } from '../../../testing/fake-unity.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../../../testing/open-app.js';

jest.mock('../../../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../../../testing/fake-live.js').fakeLive,
}));
jest.mock('../../../shared/load-document.js', () => ({ loadDocument: jest.fn(), isDocumentOf: () => true }));

const BROKEN = 'The game could not be loaded.';
const [LOADER, DATA, FRAMEWORK, CODE] = FILE_REQUESTS as [string, string, string, string];

async function open(more = {}, build: Partial<UnityBuild> = {}) {
  signedInAs('mara');
  const unity = fakeUnity();
  const seen = await startFakeServer({
    ...answersFor('User', 'mara'),
    'GET /api/users/me/groups': { body: [] },
    'GET /config.json': { body: { ...CLIENT_CONFIG, unityBuild: { ...CLIENT_CONFIG.unityBuild, ...build } } },
    ...gameAnswers,
    ...more,
  });
  openApp('/play');
  return { unity, seen };
}

async function retry(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
}

const progress = () => screen.getByRole('progressbar', { name: 'The game' });

describe('loading the game', () => {
  beforeEach(() => {
    freshBrowser();
    jest.mocked(loadDocument).mockClear();
    jest.spyOn(console, 'log').mockImplementation(() => {});
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it("shows the logo and 'Loading... N%' by bytes until the instance exists, then starts it", async () => {
    const [framework, data] = [slowFile(), slowFile()];
    const { unity, seen } = await open({ [FRAMEWORK]: framework.answer, [DATA]: data.answer });
    await screen.findByText('Loading... 1%');
    await framework.arrive(15_000);
    expect(screen.getByText('Loading... 17%')).toBeVisible();
    await framework.end();
    await unity.begin();
    // the code has arrived by now
    await screen.findByText('Loading... 78%');
    await data.arrive(10_000);
    expect(screen.getByText('Loading... 89%')).toBeVisible();
    await data.end();
    expect(screen.getByText('Loading... 100%')).toBeVisible();
    expect(screen.getByText('Starting the game')).toBeVisible();
    // react-unity-webgl reports it as loaded, but messages would still be lost
    unity.progress(1);
    expect(unity.messages).toEqual([]);
    await unity.run();
    expect(screen.queryByText(/^Loading/)).not.toBeInTheDocument();
    expect(unity.messages).toEqual([
      ['WebBridge', 'SetStartupArguments', JSON.stringify(STARTUP)],
      ['WebBridge', 'Initialize', undefined],
    ]);
    expect(FILE_REQUESTS.map((file) => seen.filter(({ method, path }) => `${method} ${path}` === file).length)).toEqual(
      [1, 1, 1, 1],
    );
  });

  it('shows megabytes from one megabyte, and counts symbols once requested, without requiring them', async () => {
    const { loader, data, framework, code } = CLIENT_CONFIG.unityBuild.files!;
    const [slow, symbolsFile] = [slowFile(), slowFile()];
    const symbols = { url: '/unitybuild/Build.symbols.json?v=b1', bytes: 10_000_000 };
    const files = { loader, framework, code, data: { ...data, bytes: 45_529_000 }, symbols, worker: null };
    const { unity } = await open({ [DATA]: slow.answer, [`GET ${symbols.url}`]: symbolsFile.answer }, { files });
    await unity.begin();
    await slow.arrive(12_229_000);
    expect(screen.getByText('12.3 of 45.6 MB')).toBeVisible();
    expect(progress()).toHaveAttribute('aria-valuetext', '26%, 12.3 of 45.6 MB');
    await act(async () => void (await window.fetch(symbols.url)));
    expect(screen.getByText('12.3 of 55.6 MB')).toBeVisible();
    await symbolsFile.cut();
    expect(screen.queryByText(BROKEN)).not.toBeInTheDocument();
  });

  it('passes the addresses and names of the build to its loader, with the default for a missing product name', async () => {
    const files = {
      ...CLIENT_CONFIG.unityBuild.files!,
      symbols: { url: '/unitybuild/Build/a.symbols.json?v=b1', bytes: 1 },
      worker: { url: '/unitybuild/Build/a.worker.js?v=b1', bytes: 1 },
    };
    const { unity } = await open({}, { files, companyName: 'Delta', productVersion: '0.3' });
    await unity.begin();
    expect(unity.config()).toMatchObject({
      dataUrl: '/unitybuild/Build.data?v=b1',
      frameworkUrl: '/unitybuild/Build.framework.js?v=b1',
      codeUrl: '/unitybuild/Build.wasm?v=b1',
      symbolsUrl: '/unitybuild/Build/a.symbols.json?v=b1',
      workerUrl: '/unitybuild/Build/a.worker.js?v=b1',
      streamingAssetsUrl: '/unitybuild/StreamingAssets',
      companyName: 'Delta',
      productName: 'Ready Room',
      productVersion: '0.3',
    });
  });

  it.each([LOADER, DATA, FRAMEWORK, CODE])('reports that %s is missing, and loads it on Retry', async (file) => {
    let isThere = false;
    const { unity } = await open({ [file]: () => (isThere ? {} : problem(404, 'Not found')) });
    if (file === DATA || file === CODE) await unity.begin();
    expect(await screen.findByText(BROKEN)).toBeVisible();
    isThere = true;
    await retry();
    await unity.begin();
    await unity.run();
    expect(screen.queryByText(BROKEN)).not.toBeInTheDocument();
    expect(unity.messages).toHaveLength(2);
  });

  it.each([
    ['WebGL when the browser has none', null, /^This browser cannot draw 3D graphics \(WebGL\)\. Turn on/],
    ['the connection otherwise', {} as RenderingContext, /^Check your connection\./],
  ])('names %s as the cause when the game does not start, and checks for WebGL once', async (_, webgl, advice) => {
    const getContext = jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(webgl);
    const { unity } = await open();
    await unity.begin();
    await unity.fail(new Error('No graphics'));
    expect(await screen.findByText(BROKEN)).toBeVisible();
    expect(screen.getByText(advice)).toBeVisible();
    expect(getContext).toHaveBeenCalledTimes(1);
  });

  it('names the connection as the cause of a failed download, without checking for WebGL', async () => {
    const getContext = jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await open({ [LOADER]: problem(404, 'Not found') });
    expect(await screen.findByText(/^Check your connection\./)).toBeVisible();
    expect(getContext).not.toHaveBeenCalled();
  });

  it('reloads the page on Retry after a new build was installed, because it may need other headers', async () => {
    const loader = { url: '/unitybuild/Build.loader.js?v=b2', bytes: 1_000 };
    const files = { ...CLIENT_CONFIG.unityBuild.files!, loader };
    const config = jest.fn(() => ({ body: CLIENT_CONFIG }));
    const { unity } = await open({ [DATA]: problem(404, 'Not found'), 'GET /config.json': config });
    await unity.begin();
    await screen.findByText(BROKEN);
    config.mockReturnValue({ body: { ...CLIENT_CONFIG, unityBuild: { ...CLIENT_CONFIG.unityBuild, files } } });
    await retry();
    await waitFor(() => expect(loadDocument).toHaveBeenCalledWith('/play'));
  });

  it('reports an interrupted download, and starts over on Retry', async () => {
    const data = slowFile();
    let answer = data.answer;
    const { unity } = await open({ [DATA]: () => answer });
    await unity.begin();
    await data.arrive(10_000);
    await data.cut();
    expect(await screen.findByText(BROKEN)).toBeVisible();
    answer = slowFile().answer;
    await retry();
    await unity.begin();
    await screen.findByText('Loading... 78%');
  });

  it('reports a build that shows an error or fails', async () => {
    const { unity } = await open();
    await unity.begin();
    unity.complain('low on memory', 'warning');
    expect(screen.queryByText(BROKEN)).not.toBeInTheDocument();
    unity.complain('Unable to parse Build.framework.js');
    expect(screen.getByText(BROKEN)).toBeVisible();
    await retry();
    await unity.begin();
    await unity.fail(new Error('wasm streaming compile failed'));
    expect(screen.getByText(BROKEN)).toBeVisible();
    await retry();
    await unity.begin();
    await unity.run();
    expect(screen.queryByText(BROKEN)).not.toBeInTheDocument();
  });

  it('does not start without startup arguments', async () => {
    await open({ 'GET /api/game/startup': problem(503, 'Away') });
    expect(await screen.findByText(BROKEN)).toBeVisible();
    expect(window.location.pathname).toBe('/play');
  });

  it('aborts a download after 45 seconds without a byte, but no slow one', async () => {
    const data = slowFile();
    const { unity } = await open({ [DATA]: data.answer });
    await unity.begin();
    await screen.findByText('Loading... 78%');
    jest.useFakeTimers();
    for (let piece = 0; piece < 4; piece += 1) {
      await data.arrive(1);
      act(() => jest.advanceTimersByTime(44_000));
    }
    expect(screen.getByText('Loading... 78%')).toBeVisible();
    act(() => jest.advanceTimersByTime(2_000));
    expect(screen.getByText(BROKEN)).toBeVisible();
  });

  it('allows a downloaded build two minutes to start', async () => {
    const { unity } = await open();
    await unity.begin();
    await screen.findByText('Loading... 100%');
    jest.useFakeTimers();
    unity.progress(0.95);
    act(() => jest.advanceTimersByTime(119_000));
    expect(screen.getByText('Starting the game')).toBeVisible();
    act(() => jest.advanceTimersByTime(2_000));
    expect(screen.getByText(BROKEN)).toBeVisible();
  });

  it('ignores the progress of a loader before its end, because most count only the data file', async () => {
    const code = slowFile();
    const { unity } = await open({ [CODE]: code.answer });
    await unity.begin();
    await code.arrive(1);
    const before = (await screen.findByText(/^Loading\.\.\. \d\d%$/)).textContent;
    unity.progress(0.9);
    expect(screen.getByText(before)).toBeVisible();
    expect(screen.queryByText('Starting the game')).not.toBeInTheDocument();
  });

  it('shows that the server has no game, and loads the page again on Retry', async () => {
    await open({}, { files: null });
    expect(await screen.findByText(BROKEN)).toBeVisible();
    expect(screen.getByText('No game is installed on this server. Contact your administrator.')).toBeVisible();
    await retry();
    expect(loadDocument).toHaveBeenCalledWith('/play');
  });

  it.each([
    [false, /only over HTTPS or on the server itself/],
    [true, /headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy/],
  ])('explains why threads do not run, secure context: %s', async (isSecureContext, sentence) => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecureContext });
    const { unity, seen } = await open({}, { needsIsolation: true });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(unity.calls).toEqual([]);
    expect(seen.filter(({ path }) => path.startsWith('/unitybuild/'))).toEqual([]);
    if (isSecureContext) {
      await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
      expect(loadDocument).toHaveBeenCalledWith('/play');
    }
    Reflect.deleteProperty(window, 'isSecureContext');
  });

  it('runs a game with threads on an isolated page', async () => {
    Object.defineProperty(window, 'crossOriginIsolated', { configurable: true, value: true });
    const { unity } = await open({}, { needsIsolation: true });
    await unity.begin();
    await waitFor(() => expect(unity.calls).toEqual(['create']));
    Reflect.deleteProperty(window, 'crossOriginIsolated');
  });
});
