/** @jest-environment jsdom */
import { renderHook } from '@testing-library/react';
import { FIRST_QUESTION_COLUMN, FIRST_STUDENT_ROW } from './quiz-places.js';
import { useQuizGeometry } from './use-quiz-geometry.js';

it('scrolls to the top and to the left end for the first cell of the head', () => {
  const element = document.createElement('div');
  const scrollTo = jest.fn();
  Object.assign(element, { scrollTo });
  const scroller = { current: element };
  const active = { row: FIRST_STUDENT_ROW + 90, column: FIRST_QUESTION_COLUMN + 40 };
  const { result } = renderHook(() => useQuizGeometry({ scroller, rows: 100, columns: 50, active }));
  scrollTo.mockClear();
  result.current.scrollTo({ row: 0, column: 0 });
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ left: 0 }));
});
