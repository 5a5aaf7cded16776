import { waitFor } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { slowFile } from '../../testing/fake-unity.js';
import { type EndWatch, type RequestListener, watchRequests } from './watch-requests.js';

const DATA = '/unitybuild/Build/My%20Game.data?v=1';
const CODE = '/unitybuild/Build/My%20Game.wasm?v=1';

describe('watching requests', () => {
  let reports: unknown[][] = [];
  let end: EndWatch;
  const listener: RequestListener = {
    onBytes: (...report) => void reports.push(['bytes', ...report]),
    onComplete: (...report) => void reports.push(['complete', ...report]),
    onFailed: (...report) => void reports.push(['failed', ...report]),
  };

  beforeEach(() => (reports = []));
  afterEach(() => end('abort'));

  it('reports the bytes of a fetch and returns the original response to the caller', async () => {
    fakeServer({ [`GET ${DATA}`]: { body: 'four' } });
    const genuine = window.fetch;
    const responses: Response[] = [];
    window.fetch = async (...request) => {
      responses.push(await genuine(...request));
      return responses.at(-1)!;
    };
    end = watchRequests([DATA, CODE], listener);
    expect(await window.fetch(new URL(DATA, window.location.href).href)).toBe(responses[0]);
    await waitFor(() => expect(reports.at(-1)).toEqual(['complete', DATA]));
    expect(reports.slice(0, -1)).toEqual([0, 2, 4].map((bytes) => ['bytes', DATA, bytes]));
  });

  it('reports a missing file and a failed connection', async () => {
    fakeServer({ [`GET ${DATA}`]: { status: 404 } });
    end = watchRequests([DATA, CODE], listener);
    await window.fetch(DATA);
    await expect(window.fetch(CODE)).rejects.toThrow('connection refused');
    await waitFor(() => expect(reports.filter(([kind]) => kind === 'failed')).toHaveLength(2));
    expect(reports).toContainEqual(['failed', DATA, 'status 404']);
  });

  it('does not affect other requests', async () => {
    const seen = fakeServer({ [`HEAD ${DATA}`]: {}, 'GET /api/game/startup': {} });
    const fetch = jest.spyOn(window, 'fetch');
    end = watchRequests([DATA], listener);
    await window.fetch(DATA, { method: 'HEAD' });
    await window.fetch('/api/game/startup');
    expect(fetch.mock.calls).toEqual([[DATA, { method: 'HEAD' }], ['/api/game/startup']]);
    expect([seen.length, reports]).toEqual([2, []]);
  });

  it('lets the caller of a watched fetch abort it, with its own reason', async () => {
    fakeServer({ [`GET ${DATA}`]: slowFile().answer });
    const fetch = jest.spyOn(window, 'fetch');
    end = watchRequests([DATA], listener);
    const [before, after] = [new AbortController(), new AbortController()];
    before.abort('left');
    await window.fetch(DATA, { signal: before.signal }).catch(() => undefined);
    await window.fetch(DATA, { signal: after.signal });
    after.abort('left later');
    expect(fetch.mock.calls.map(([, init]): unknown => init!.signal!.reason)).toEqual(['left', 'left later']);
  });

  it('reports the bytes that an XMLHttpRequest receives', () => {
    end = watchRequests([DATA, CODE], listener);
    const [data, code] = [new XMLHttpRequest(), new XMLHttpRequest()];
    data.open('GET', DATA);
    code.open('get', CODE);
    for (const loaded of [10, 25]) data.dispatchEvent(new ProgressEvent('progress', { loaded }));
    Object.defineProperty(data, 'status', { value: 200 });
    data.dispatchEvent(new ProgressEvent('load'));
    code.dispatchEvent(new ProgressEvent('error'));
    expect(reports).toEqual([
      ['bytes', DATA, 10],
      ['bytes', DATA, 25],
      ['complete', DATA],
      ['failed', CODE, 'error'],
    ]);
  });

  it.each(['continue', 'abort'] as const)(
    "restores the browser's methods at the end, and lets unfinished requests %s",
    async (unfinished) => {
      fakeServer({ [`GET ${DATA}`]: slowFile().answer });
      const fetch = jest.spyOn(window, 'fetch');
      const before = [window.fetch, XMLHttpRequest.prototype.open];
      end = watchRequests([DATA, CODE], listener);
      await window.fetch(DATA);
      const xhr = new XMLHttpRequest();
      xhr.open('GET', CODE);
      const abort = jest.spyOn(xhr, 'abort');

      end(unfinished);
      const isAborted = unfinished === 'abort';
      expect([fetch.mock.calls[0]![1]!.signal!.aborted, abort.mock.calls.length]).toEqual([
        isAborted,
        isAborted ? 1 : 0,
      ]);
      expect([window.fetch, XMLHttpRequest.prototype.open]).toEqual(before);
      xhr.dispatchEvent(new ProgressEvent('error'));
      expect(reports).toEqual([['bytes', DATA, 0]]);
    },
  );
});
