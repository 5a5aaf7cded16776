import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problem } from '../../testing/fake-server.js';
import {
  CATALOGUE,
  classAnswers,
  FIRST_CLASS,
  openGame,
  press,
  SCORES,
  SESSION,
  violations,
} from '../testing/open-game.js';

const HEADERS = 'GET /api/courses/0198c0de-0000-7000-8000-000000000001/headers';
const card = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });
const cards = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem');
const idOf = (title: string) => CATALOGUE.find(({ scenarioTitle }) => scenarioTitle === title)!.scenarioId;
const tab = (name: string) => screen.getByRole('tab', { name });

describe('the menu of the game', () => {
  it("shows the player's name, and that no class is running", async () => {
    openGame();
    expect(await screen.findByRole('heading', { name: 'Relative Motion' })).toBeVisible();
    expect(await screen.findByText('mara · Delta 3 · practice, no class is running')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it("shows the catalogue's scenarios of a mode, by campaign", async () => {
    openGame();
    await card('Frames of Reference');
    const campaigns = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(campaigns).toEqual(['Orbital Foundations', 'Proximity Basics']);
    expect(cards()).toHaveLength(CATALOGUE.filter(({ gameMode }) => gameMode === 'Learn').length);
    expect(await card('Orbital Foundations Check')).toHaveTextContent(/Quiz · \d+ questions/);
    await userEvent.click(tab('Compete'));
    expect(cards()).toHaveLength(CATALOGUE.filter(({ gameMode }) => gameMode === 'Compete').length);
    expect(await card('Geostationary Slot Recovery')).toHaveTextContent('Geostationary orbit');
  });

  it('cycles through the modes by arrow keys', async () => {
    openGame();
    await card('Frames of Reference');
    await userEvent.tab();
    while (document.activeElement !== tab('Learn')) await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect([tab('Compete').ariaSelected ?? tab('Compete').getAttribute('aria-selected')]).toEqual(['true']);
    expect(tab('Compete')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(tab('Sandbox')).toHaveFocus();
    expect(tab('Learn')).toHaveAttribute('tabindex', '-1');
  });

  it("shows the player's scores", async () => {
    const score = (title: string, totalScore: number) => ({
      scenarioId: idOf(title),
      totalScore,
      questionsScore: 0,
      maxTotalScore: 100,
      maxQuestionsScore: 0,
    });
    openGame({
      [SCORES]: { body: [score('Frames of Reference', 95), score('Station Keeping Near a Target', 12)] },
    });
    await waitFor(async () => expect(await card('Frames of Reference')).toHaveTextContent('Best 95 of 100'));
    expect(await card('Frames of Reference')).toHaveAttribute('data-done', 'well');
    expect(await card('Station Keeping Near a Target')).toHaveAttribute('data-done', 'some');
    expect(await card('Relative Motion in Low Orbit')).toHaveTextContent('Not played yet');
  });

  it('shows the best of the results of several classes', async () => {
    const score = (title: string, scoreCardType: string, totalScore: number, questionsScore: number) => ({
      scenarioId: idOf(title),
      scoreCardType,
      totalScore,
      questionsScore,
    });
    const [flight, quiz] = ['Frames of Reference', 'Orbital Foundations Check'] as const;
    openGame({
      [SCORES]: {
        body: [
          score(flight, 'Default', 40, 0),
          score(flight, 'Default', 60.1, 10.2),
          score(flight, 'Default', 65, 0),
          // the total of a quiz does not count
          score(quiz, 'Quiz', 30, 5),
          score(quiz, 'Quiz', 0, 20),
        ],
      },
    });
    await waitFor(async () => expect(await card(flight)).toHaveTextContent('Best 70.3 of 100'));
    expect(await card(quiz)).toHaveTextContent('Best 20 of 40');
  });

  it('plays for the running class', async () => {
    const { seen } = openGame(classAnswers(() => [FIRST_CLASS]));
    expect(await screen.findByText(/· results count for Operations 101 - Class 1$/)).toBeVisible();
    await card('Frames of Reference');
    expect(seen.some(({ path }) => path.startsWith(`/api/scores/session/${SESSION}/all?`))).toBe(true);
  });

  it('disables scenarios that this build does not contain, and shows why', async () => {
    const other = { ...CATALOGUE[0]!, scenarioId: 'other', scenarioTitle: 'Docking' };
    openGame({ [HEADERS]: { body: [other] } });
    expect(await card('Docking')).toBeDisabled();
    expect(await card('Docking')).toHaveTextContent('Not part of this build');
  });

  it('shows why the menu is empty, and retries', async () => {
    const answers = { [HEADERS]: problem(503, 'The platform is starting.') };
    openGame(answers);
    expect(await screen.findByRole('alert')).toHaveTextContent('The platform is starting.');
    await press('Retry');
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('raises Quit and Log out, which the page handles', async () => {
    const { raised } = openGame();
    await press('Quit');
    await press('Log out');
    const ofThePage = raised.map(([name]) => name).filter((name) => name === 'Quit' || name === 'LogOut');
    expect(ofThePage).toEqual(['Quit', 'LogOut']);
  });

  it('enters full screen, and leaves it', async () => {
    const full: { enabled: boolean; element: Element | null } = { enabled: true, element: null };
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, get: () => full.enabled });
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full.element });
    const become = (element: Element | null): Promise<void> => {
      full.element = element;
      document.dispatchEvent(new Event('fullscreenchange'));
      return Promise.resolve();
    };
    Element.prototype.requestFullscreen = function grow(this: Element) {
      return become(this);
    };
    document.exitFullscreen = () => become(null);
    openGame();
    await press('Full screen');
    expect(full.element).toBe(document.querySelector('.rr-game')?.parentElement);
    await press('Leave full screen');
    expect(full.element).toBeNull();
    // on touch screens, a scenario enters full screen by itself
    const asked = jest.fn((_query: string) => ({ matches: true }));
    window.matchMedia = asked as never;
    await press(/^Orbital Foundations Check/);
    await screen.findByText(/^Question 1/);
    expect(asked).toHaveBeenCalledWith('(pointer: coarse)');
    expect(full.element).not.toBeNull();
    await press('Leave');
    await press('Leave full screen');
    await userEvent.click(screen.getByRole('tab', { name: 'Sandbox' }));
    await press('New sandbox');
    expect(await screen.findByLabelText('Title')).toBeVisible();
    expect(full.element).not.toBeNull();
    await press('Menu');
    await press('Leave full screen');
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('not allowed'));
    await press('Full screen');
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible();
    full.enabled = false;
  });
});

describe('the briefing', () => {
  it('shows the goal, the limits and the controls, and starts on Enter', async () => {
    openGame();
    await userEvent.click(await screen.findByRole('tab', { name: 'Compete' }));
    await press(/^Low Orbit Rendezvous/);
    expect(screen.getByText('Compete · Low orbit, 420 km')).toBeVisible();
    expect(
      screen.getByText('Come within 60 m of the point 150 m behind, slower than 0.20 m/s, and stay for 2 minutes.'),
    ).toBeVisible();
    const limits = screen.getAllByRole('listitem').map((limit) => limit.textContent);
    expect(limits).toEqual([
      'The tank allows 8.00 m/s of velocity change.',
      'After a burn the engine cools for 2 minutes.',
      'Time limit: 4 hours.',
      'Within 1 km: close in no faster than 3.00 m/s.',
      'Within 80 m: close in no faster than 0.50 m/s.',
      'Nearer than 20 m is a collision.',
    ]);
    expect(screen.getByRole('button', { name: 'Start' })).toHaveFocus();
    await userEvent.click(screen.getByText('Controls'));
    expect(screen.getByRole('rowheader', { name: 'Backspace' })).toBeVisible();
    expect(await violations()).toEqual([]);
    await press('Back');
    expect(await card('Low Orbit Rendezvous')).toBeVisible();
  });
});
