import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SkipLinks, useSkipTarget } from './skip-links.js';

function Grid() {
  useSkipTarget('Skip to gradebook', 'gradebook');
  return (
    <div id="gradebook" role="grid" tabIndex={-1}>
      <button type="button" tabIndex={-1}>
        Title
      </button>
      <button type="button" tabIndex={0}>
        Cell
      </button>
    </div>
  );
}

const openPage = (withGrid: boolean) =>
  render(
    <>
      <SkipLinks contentId="content" />
      <button type="button">Log out</button>
      <main id="content" tabIndex={-1}>
        {withGrid && <Grid />}
      </main>
    </>,
  );

describe('skip links', () => {
  it('are first in the tab order and lead to the content and the tab stop of a grid', async () => {
    openPage(true);
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Skip to gradebook' }));
    expect(screen.getByRole('button', { name: 'Cell' })).toHaveFocus();
    expect(window.location.hash).toBe('');
  });

  it('include a grid only while the page shows one', () => {
    const { unmount } = openPage(true);
    unmount();
    openPage(false);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Skip to content']);
  });
});
