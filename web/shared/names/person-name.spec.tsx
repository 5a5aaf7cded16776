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

/** Simulates that another tab of this browser stores a value. */
function storeInAnotherTab(value: string): void {
  localStorage.setItem(STORED, value);
  const change = new StorageEvent('storage', { key: STORED, newValue: value, storageArea: localStorage });
  act(() => void window.dispatchEvent(change));
}

describe('PersonName', () => {
  beforeEach(() => localStorage.clear());

  it('shows the username until this browser shows names', async () => {
    openPage();
    expect(shown()).toEqual(['zoe', 'erased']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show names' }));
    expect(shown()).toEqual(['Zoe Wagner zoe', 'erased']);
    expect(localStorage.getItem(STORED)).toBe('true');
  });

  it('uses the stored setting of the browser', () => {
    localStorage.setItem(STORED, 'true');
    openPage();
    expect(shown()).toEqual(['Zoe Wagner zoe', 'erased']);
  });

  it('updates when another tab changes the setting', () => {
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
