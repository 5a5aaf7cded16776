import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { ToastHost } from '../../../shared/toasts/toast-host.js';
import { type FakeAnswer, startFakeServer } from '../../../testing/fake-server.js';
import { gradebookExports, leaderboardExports, quizExports } from '../export-choices.js';
import { DownloadButton } from './download-button.js';
import { DownloadCsvButton } from './download-csv-button.js';

const SESSION = '0198c0de-0000-7000-8000-000000000002';
const QUIZ = '0198c0de-0000-7000-8000-000000000003';
const PATH = `/api/scores/session/${SESSION}/all/csv`;
const NAME = 'Quiz Results - Prüfung_1.csv';

const file = (content: string, name = NAME): FakeAnswer => ({
  body: content,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
  },
});

/** Replaces the browser's download; returns the saved files. */
function savedFiles() {
  const saved: { name: string; content: Blob }[] = [];
  let last: Blob;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      last = blob;
      return 'blob:';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last });
  });
  return saved;
}

const textOf = (blob: Blob) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  }).then((bytes) => Buffer.from(bytes).toString());

beforeEach(() => {
  jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ timeZone: 'Europe/Berlin' } as Intl.ResolvedDateTimeFormatOptions);
});
afterEach(() => jest.restoreAllMocks());

describe('Download CSV', () => {
  const show = () =>
    render(
      <MemoryRouter>
        <DownloadCsvButton choices={quizExports(SESSION, QUIZ)} />
        <ToastHost />
      </MemoryRouter>,
    );

  it('saves the best attempts unchanged, under the file name from the server', async () => {
    const saved = savedFiles();
    const seen = await startFakeServer({ [`GET ${PATH}`]: file('\ufeffUsername\r\n') });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe(NAME);
    expect(await textOf(saved[0]!.content)).toBe('\ufeffUsername\r\n');
    expect(Object.fromEntries(new URL(seen[0]!.path, 'http://localhost').searchParams)).toEqual({
      includeFailedScores: 'true',
      scenarioId: QUIZ,
      attempts: 'best',
      format: 'csv',
      zone: 'Europe/Berlin',
    });
  });

  it('shows the bytes received, and ignores a second click during the download', async () => {
    const saved = savedFiles();
    let more = (): void => undefined;
    const rest = new Promise<void>((resolve) => (more = resolve));
    const pieces = [new Uint8Array(2 * 1024 * 1024)];
    await startFakeServer({});
    window.fetch = () =>
      Promise.resolve({
        ok: true,
        status: 200,
        headers: { get: () => null },
        body: {
          getReader: () => ({
            read: async () => (pieces.length > 0 ? { value: pieces.pop() } : rest.then(() => ({ done: true }))),
          }),
        },
      } as unknown as Response);
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByRole('button', { name: 'Preparing… 2.0 MB' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Other downloads' })).toBeDisabled();
    more();
    expect(await screen.findByRole('button', { name: 'Download CSV' })).toBeEnabled();
    expect(saved.map(({ name }) => name)).toEqual(['download']);
  });

  it.each([
    ['is rejected', { status: 503, body: { title: 'Many downloads are running. Try again in a moment.' } }],
    ['is interrupted', () => Promise.reject(new Error('cut'))],
  ])('shows an error when it %s, and saves nothing', async (_, handler) => {
    const saved = savedFiles();
    await startFakeServer({ [`GET ${PATH}`]: handler });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByText('Failed to download results')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
    expect(saved).toEqual([]);
  });

  it('times out after thirty seconds', async () => {
    savedFiles();
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await startFakeServer({ [`GET ${PATH}`]: file('') });
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(timeout).toHaveBeenCalledWith(30_000));
  });
});

describe('Download', () => {
  it("asks for table, format and time zone, with this browser's zone first", async () => {
    const saved = savedFiles();
    const seen = await startFakeServer({ [`GET ${PATH}`]: file('x', 'Scores.csv') });
    render(<DownloadButton choices={gradebookExports(SESSION)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    const dialog = await screen.findByRole('dialog', { name: 'Download' });
    const zones = screen.getByLabelText<HTMLSelectElement>('Times in UTC and in');
    expect([...zones.options].slice(0, 2).map(({ value }) => value)).toEqual(['Europe/Berlin', 'UTC']);
    expect(screen.getByRole('radio', { name: 'Gradebook, one row per student' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'All attempts' }));
    await userEvent.click(screen.getByRole('radio', { name: 'CSV' }));
    await userEvent.selectOptions(zones, 'Asia/Tokyo');
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Scores.csv']));
    expect(dialog).not.toBeInTheDocument();
    expect(seen[0]?.path).toBe(`${PATH}?includeFailedScores=true&attempts=all&format=csv&zone=Asia%2FTokyo`);
  });

  it('can be cancelled', async () => {
    const seen = await startFakeServer({});
    render(<DownloadButton choices={leaderboardExports({ sessionId: SESSION, campaignId: QUIZ })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(await screen.findByRole('radio', { name: 'Board as students see it' })).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(seen).toEqual([]);
  });
});
