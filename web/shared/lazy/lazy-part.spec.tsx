import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { reloadPage } from '../reload-page.js';
import { lazyDialog, lazyPart } from './lazy-part.js';

jest.mock('../reload-page.js', () => ({ reloadPage: jest.fn() }));

type Module<Props> = { default: ComponentType<Props> };

const BUILD = '/assets/entry-a1.js';
/** The library's file changes with few builds, the program's with every build. */
const page = (script: string) =>
  ['/assets/framework-a1.js', script].map((src) => `<script type="module" src="${src}"></script>`).join('');

/** Serves the page's document with this script of a build; null simulates no response. */
function serve(script: string | null): void {
  window.fetch = () =>
    script === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({ ok: true, text: () => Promise.resolve(page(script)) } as Response);
}

/** Returns a loader that fails this many times before it succeeds. */
function failing<Props>(times: number, component: ComponentType<Props>) {
  return jest.fn((): Promise<Module<Props>> =>
    (times -= 1) >= 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ default: component }),
  );
}

const Greeting = ({ onClose }: { onClose: () => void }) => (
  <div role="dialog" aria-label="Greeting">
    <button onClick={onClose}>Done</button>
  </div>
);

function openPage(load: () => Promise<Module<{ onClose: () => void }>>) {
  const GreetingDialog = lazyDialog(load);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <main>
        <h1>Gradebook</h1>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && <GreetingDialog onClose={() => setOpen(false)} />}
      </main>
    );
  }
  render(<Page />);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const failure = () => screen.findByRole('dialog', { name: 'This could not be loaded.' });

beforeEach(() => {
  document.head.innerHTML = page(BUILD);
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.mocked(reloadPage).mockClear();
});

describe('lazyDialog, when its code fails to load', () => {
  it('keeps the page, and opens after a retry', async () => {
    serve(null);
    const load = failing(1, Greeting);
    openPage(load);
    await press('Open');
    await failure();
    expect(screen.getByRole('heading', { name: 'Gradebook', hidden: true })).toBeInTheDocument();
    await press('Try again');
    expect(await screen.findByRole('dialog', { name: 'Greeting' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it('can be closed and opened again', async () => {
    serve(null);
    openPage(failing(1, Greeting));
    await press('Open');
    await failure();
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await press('Open');
    expect(await screen.findByRole('dialog', { name: 'Greeting' })).toBeVisible();
  });

  it('offers a reload when the server serves a newer build', async () => {
    serve('/assets/entry-b2.js');
    openPage(failing(1, Greeting));
    await press('Open');
    expect(await screen.findByRole('dialog', { name: 'A new version is available.' })).toBeInTheDocument();
    await press('Reload');
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('offers a reload after a repeated failure of a responding server', async () => {
    serve(BUILD);
    openPage(failing(2, Greeting));
    await press('Open');
    await failure();
    expect(reloadPage).not.toHaveBeenCalled();
    await press('Try again');
    await screen.findByRole('button', { name: 'Reload' });
    expect(reloadPage).not.toHaveBeenCalled();
    await press('Reload');
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });
});

describe('lazyPart, when its code fails to load', () => {
  it('shows a note in its place, and the part after a retry', async () => {
    serve(null);
    const Chart = lazyPart(failing(1, () => <p>Chart</p>));
    render(<Chart />);
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    await press('Try again');
    expect(await screen.findByText('Chart')).toBeVisible();
  });
});
