import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';

/**
 * Returns a range extractor for a virtual list that always renders one extra item, so that it keeps the focus while scrolled out of view.
 */
export function useKeeping(index: number) {
  return useCallback(
    (range: Range): number[] => {
      const drawn = defaultRangeExtractor(range);
      if (index < 0 || index >= range.count || drawn.includes(index)) return drawn;
      return [...drawn, index].toSorted((a, b) => a - b);
    },
    [index],
  );
}
