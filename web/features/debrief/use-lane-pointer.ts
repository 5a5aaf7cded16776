import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What a pointer does in a chart, with its place in CSS pixels from the upper left corner. */
interface LanePointer {
  point: (x: number, y: number) => void;
  leave: () => void;
  click: (x: number) => void;
}

/** Follows the pointer over a chart. The keyboard has its own keys on the chart's control. */
export function useLanePointer(target: RefObject<HTMLElement | null>, pointer: LanePointer): void {
  const onMove = useEffectEvent(({ offsetX, offsetY }: MouseEvent) => pointer.point(offsetX, offsetY));
  const onLeave = useEffectEvent(() => pointer.leave());
  const onClick = useEffectEvent(({ offsetX }: MouseEvent) => pointer.click(offsetX));
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const move = (event: MouseEvent): void => onMove(event);
    const leave = (): void => onLeave();
    const click = (event: MouseEvent): void => onClick(event);
    element.addEventListener('mousemove', move);
    element.addEventListener('mouseleave', leave);
    element.addEventListener('click', click);
    return () => {
      element.removeEventListener('mousemove', move);
      element.removeEventListener('mouseleave', leave);
      element.removeEventListener('click', click);
    };
  }, [target]);
}
