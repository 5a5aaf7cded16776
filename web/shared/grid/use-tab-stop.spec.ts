/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { FIRST_CELL, useTabStop, type TabStop } from './use-tab-stop.js';

const COLUMNS: unknown[] = [0, 'x', 'y'];

function stopIn(rows: unknown[], start: TabStop = FIRST_CELL) {
  const { result, rerender } = renderHook(
    ({ rows, columns }: { rows: unknown[]; columns: unknown[] }) => useTabStop(start, rows, columns),
    { initialProps: { rows, columns: COLUMNS } },
  );
  return {
    active: () => result.current.active,
    move: (row: number, column: number) => act(() => result.current.setActive({ row, column })),
    show: (rows: unknown[], columns: unknown[] = COLUMNS) => rerender({ rows, columns }),
  };
}

describe('the tab stop of a grid', () => {
  it('follows its row and column', () => {
    const { active, move, show } = stopIn([0, 'a', 'c']);
    expect(active()).toEqual({ row: 0, column: 0 });
    move(2, 1);
    show([0, 'a', 'b', 'c'], [0, 'y', 'x']);
    expect(active()).toEqual({ row: 3, column: 2 });
  });

  it('is the same object until it moves', () => {
    const { active, move, show } = stopIn([0, 'a', 'c']);
    move(1, 1);
    const before = active();
    show([0, 'a', 'b', 'c']);
    expect(active()).toBe(before);
  });

  it('stays inside the grid when its row and column disappear', () => {
    const { active, move, show } = stopIn([0, 'a', 'b', 'c']);
    move(3, 2);
    show([0, 'a'], [0, 'x']);
    expect(active()).toEqual({ row: 1, column: 1 });
  });

  it('follows the row that replaced its own', () => {
    const { active, move, show } = stopIn([0, 'b', 'c', 'd']);
    move(2, 1);
    show([0, 'b', 'd']);
    expect(active()).toEqual({ row: 2, column: 1 });
    show([0, 'a', 'b', 'd']);
    expect(active()).toEqual({ row: 3, column: 1 });
  });

  it.each([
    ['has moved', 'b', { row: 2, column: 1 }],
    ['has disappeared', 'z', { row: 3, column: 1 }],
  ])('starts inside the grid at a cell whose row %s', (_, row, active) => {
    expect(stopIn([0, 'a', 'b', 'c'], { active: { row: 9, column: 2 }, row, column: 'x' }).active()).toEqual(active);
  });
});
