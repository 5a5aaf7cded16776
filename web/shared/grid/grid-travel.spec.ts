import { travel } from './grid-travel.js';

const bounds = { rows: 501, columns: 61, page: 20 };
const from = { row: 30, column: 10 };

describe('travel', () => {
  it.each([
    ['ArrowUp', false, { row: 29, column: 10 }],
    ['ArrowDown', false, { row: 31, column: 10 }],
    ['ArrowLeft', false, { row: 30, column: 9 }],
    ['ArrowRight', false, { row: 30, column: 11 }],
    ['ArrowDown', true, { row: 500, column: 10 }],
    ['ArrowRight', true, { row: 30, column: 60 }],
    ['Home', false, { row: 30, column: 0 }],
    ['End', false, { row: 30, column: 60 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 500, column: 60 }],
    ['PageUp', false, { row: 10, column: 10 }],
    ['PageDown', false, { row: 50, column: 10 }],
  ])('moves the focus with %s (control: %s) to %j', (key, ctrl, place) => {
    expect(travel(from, key, ctrl, bounds)).toEqual(place);
  });

  it('stays inside the grid', () => {
    expect(travel({ row: 0, column: 0 }, 'ArrowUp', false, bounds)).toEqual({ row: 0, column: 0 });
    expect(travel({ row: 490, column: 60 }, 'PageDown', false, bounds)).toEqual({ row: 500, column: 60 });
  });

  it('ignores other keys', () => {
    expect(travel(from, 'a', false, bounds)).toBeNull();
    expect(travel(from, 'Tab', false, bounds)).toBeNull();
  });
});
