import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { naturalOrder } from './natural-order.js';
import { PersonName } from './person-name.js';
import { ShowNamesField } from './show-names-field.js';

const STORED = 'showNames';

function openPage(): void {
  render(
    <>
      <ShowNamesField />
      <p>
        <PersonName username="zoe" name="Zoe Wagner" />
      </p>
      <p>
        <PersonName username="erased" name="" />
      </p>
    </>,
  );
}

const shown = () => screen.getAllByRole('paragraph').map((person) => person.textContent);

/** Stores a value as another tab of this browser does. */
function storeInAnotherTab(value: string): void {
  localStorage.setItem(STORED, value);
  const change = new StorageEvent('storage', { key: STORED, newValue: value, storageArea: localStorage });
  act(() => void window.dispatchEvent(change));
}

describe('the name of a person', () => {
  beforeEach(() => localStorage.clear());

  it('is the username until this browser shows names', async () => {
    openPage();
    expect(shown()).toEqual(['zoe', 'erased']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(shown()).toEqual(['Zoe Wagner zoe', 'erased']);
    expect(localStorage.getItem(STORED)).toBe('true');
  });

  it('follows the setting that the browser has stored', () => {
    localStorage.setItem(STORED, 'true');
    openPage();
    expect(shown()).toEqual(['Zoe Wagner zoe', 'erased']);
  });

  it('changes when another tab changes the setting', () => {
    openPage();
    storeInAnotherTab('true');
    expect(shown()).toEqual(['Zoe Wagner zoe', 'erased']);
    expect(screen.getByRole('checkbox', { name: 'Show names' })).toBeChecked();
    storeInAnotherTab('false');
    expect(shown()).toEqual(['zoe', 'erased']);
  });
});

it('sorts texts in natural order', () => {
  const texts = ['student10', 'Student2', 'ábel', 'abel', 'Zoe'];
  expect(texts.toSorted(naturalOrder)).toEqual(['ábel', 'abel', 'Student2', 'student10', 'Zoe']);
});
