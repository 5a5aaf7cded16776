import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { usePageSubject } from '../shared/page-subject.js';
import { startFakeServer } from '../testing/fake-server.js';
import { gradebookOf, SESSION_ID } from '../testing/gradebook-fixture.js';
import { answersFor, freshBrowser, openApp, signedInAs } from '../testing/open-app.js';
import { PageTitle } from './page-title.js';

jest.mock('../shared/live-client/live.js', () => ({
  live: () => jest.requireActual('../testing/fake-live.js').fakeLive,
}));

const titleAt = (path: string) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <PageTitle />
    </MemoryRouter>,
  );
  return document.title;
};

describe('the tab title', () => {
  beforeEach(async () => {
    freshBrowser();
    await startFakeServer({});
  });

  it.each([
    ['/', 'Login - Ready Room'],
    ['/register', 'Create Account - Ready Room'],
    ['/reset-password?email=a', 'Reset Password - Ready Room'],
    ['/success', 'Success - Ready Room'],
    ['/account', 'Your account - Ready Room'],
    ['/results', 'My results - Ready Room'],
    ['/play', 'Play - Ready Room'],
    ['/admin', 'Ready Room - Admin Panel'],
    ['/admin/permissions', 'Access Codes - Ready Room - Admin Panel'],
    ['/administration', 'Page not found - Ready Room'],
    ['/instructor', 'Ready Room'],
    ['/instructor/courses', 'Courses - Ready Room'],
    ['/instructor/gradebook/1', 'Gradebook - Ready Room'],
    ['/instructor/gradebook/1?view=monitor', 'Monitor - Ready Room'],
    ['/instructor/gradebook/1?view=debrief', 'Debrief - Ready Room'],
    ['/instructor/gradebook/1?view=report', 'Class report - Ready Room'],
    ['/gradebook/Class 1/Docking', 'Quiz Responses - Ready Room'],
    ['/gradebook/Class 1/Docking?view=items', 'Item analysis - Ready Room'],
    ['/forbidden', 'Access denied - Ready Room'],
    ['/server-error', 'Server error - Ready Room'],
    ['/no/such/page', 'Page not found - Ready Room'],
  ])('names the page %s: %s', (path, title) => {
    expect(titleAt(path)).toBe(title);
  });

  it("includes the page's subject only while the page is shown", async () => {
    function Subject() {
      usePageSubject('Class 1');
      return null;
    }
    function Pages() {
      const [isShown, setShown] = useState(true);
      return (
        <MemoryRouter initialEntries={['/monitor/1']}>
          <PageTitle />
          <button onClick={() => setShown(false)}>Leave</button>
          {isShown && <Subject />}
        </MemoryRouter>
      );
    }
    render(<Pages />);
    expect(document.title).toBe('Monitor - Class 1 - Ready Room');
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(document.title).toBe('Monitor - Ready Room');
  });

  it('includes the class of a gradebook', async () => {
    signedInAs('mara.keller');
    const gradebook = gradebookOf({});
    await startFakeServer({
      ...answersFor('Instructor', 'mara.keller'),
      [`GET /api/sessions/${SESSION_ID}/gradebook`]: { body: gradebook },
    });
    openApp(`/gradebook/${SESSION_ID}`);
    await waitFor(() => expect(document.title).toBe(`Gradebook - ${gradebook.session.name} - Ready Room`));
  });
});
