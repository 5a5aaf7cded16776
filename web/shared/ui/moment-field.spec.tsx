import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { toPicker } from '../local-time.js';
import { pickedAt } from '../picked-moment.js';
import { MomentField } from './moment-field.js';

const NOON = new Date('2026-03-02T12:00:00Z');
const LATER = new Date('2026-03-02T12:05:00Z');

/** A form that keeps the reported values of the field, as every form does. */
function open(initial: Date | null = null) {
  const shown = (now: Date) => <Form initial={initial} now={now} />;
  const { rerender } = render(shown(NOON));
  return { passTo: (now: Date) => rerender(shown(now)) };
}

function Form({ initial, now }: { initial: Date | null; now: Date }) {
  const [value, setValue] = useState(pickedAt(initial));
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && <MomentField label="Start" value={value} now={now} onChange={setValue} />}
      <output>{value.isPartial ? 'partial' : value.picked || 'empty'}</output>
      <button onClick={() => setValue(pickedAt(null))}>Clear</button>
      <button onClick={() => setShown(!isShown)}>Show or hide</button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Start');
const reported = () => screen.getByRole('status').textContent;

/** Simulates a half-typed date as browsers report it, because jsdom has no date parts to fill in. */
function halfType(): void {
  Object.defineProperty(field(), 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.input(field(), { target: { value: '' } });
  fireEvent.keyUp(field());
}
function complete(value: string): void {
  Object.defineProperty(field(), 'validity', { configurable: true, value: { badInput: false } });
  fireEvent.change(field(), { target: { value } });
}

describe('MomentField', () => {
  it('never writes to the browser’s field while a date is half typed', () => {
    const { passTo } = open(NOON);
    halfType();
    const write = jest.spyOn(HTMLInputElement.prototype, 'value', 'set');
    expect(reported()).toBe('partial');
    passTo(LATER);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
    complete('2026-03-03T09:30');
    expect(reported()).toBe('2026-03-03T09:30');
  });

  it('keeps the earliest date while it is in use, and updates it at the next use', () => {
    const { passTo } = open();
    expect(field()).toHaveAttribute('min', toPicker(NOON));
    fireEvent.focus(field());
    passTo(LATER);
    expect(field()).toHaveAttribute('min', toPicker(NOON));
    fireEvent.blur(field());
    fireEvent.focus(field());
    expect(field()).toHaveAttribute('min', toPicker(LATER));
  });

  it('keeps the earliest date of a half-typed field', () => {
    const { passTo } = open();
    halfType();
    fireEvent.blur(field());
    passTo(LATER);
    fireEvent.focus(field());
    expect(field()).toHaveAttribute('min', toPicker(NOON));
  });

  it('reports missing parts when the field loses the focus', () => {
    open();
    fireEvent.focus(field());
    halfType();
    expect(field()).toHaveAccessibleDescription('Time zone: Coordinated Universal Time');
    fireEvent.blur(field());
    expect(field()).toHaveAccessibleDescription('The date or the time is incomplete. Fill in every part.');
    expect(field()).toBeInvalid();
    complete('2026-03-03T09:30');
    expect(field()).toBeValid();
  });

  it('shows a value that its form changes', () => {
    open(NOON);
    expect(field()).toHaveValue(toPicker(NOON));
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field()).toHaveValue('');
    expect(reported()).toBe('empty');
  });

  it('starts without an error when it is shown again after a half-typed date', () => {
    open();
    halfType();
    expect(reported()).toBe('partial');
    const toggle = screen.getByRole('button', { name: 'Show or hide' });
    fireEvent.click(toggle);
    fireEvent.click(toggle);
    expect(reported()).toBe('empty');
    expect(field()).toBeValid();
  });
});
