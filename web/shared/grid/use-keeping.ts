import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';

/** For a virtual list: what is in sight, and besides one that stays drawn wherever one scrolls, so that the focus survives. */
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
