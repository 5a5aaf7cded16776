import type { KeyboardEvent, PointerEvent } from 'react';
import type { ScreenPoint } from '../../play/plot-view.js';
import { followPointer } from './follow-pointer.js';
import type { Plot } from './use-plot.js';

/** Steps to the right and up per arrow key. */
const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
/** Number of steps of an arrow key with Shift. */
const COARSE = 10;

interface PlotHandleProps {
  plot: Plot;
  look: 'burn' | 'position' | 'velocity';
  label: string;
  /** Text of the value for screen readers; `value` is its along-track component. */
  valueText: string;
  value: number;
  at: ScreenPoint;
  isInFront?: boolean;
  /** Called when a drag starts. Returns a function that applies a drag by pixels to the right and up. */
  onGrab: () => (right: number, up: number) => void;
  /** Moves the value by steps to the right and up. */
  onStep: (right: number, up: number) => void;
  onSelect?: () => void;
}

/** A handle in the plot, dragged by mouse or touch, or moved by arrow keys while focused. */
export function PlotHandle({
  plot,
  look,
  label,
  valueText,
  value,
  at,
  isInFront = false,
  onGrab,
  onStep,
  onSelect,
}: PlotHandleProps) {
  const grab = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    // otherwise the plot below would move as well
    event.stopPropagation();
    event.currentTarget.focus();
    const drag = onGrab();
    const { clientX, clientY } = event;
    plot.hold(true);
    followPointer(event.nativeEvent, {
      move: (moved) => drag(moved.clientX - clientX, clientY - moved.clientY),
      end: () => plot.hold(false),
    });
  };
  const press = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    // otherwise the keys of the flight would plan in the other plane
    event.stopPropagation();
    event.preventDefault();
    const steps = event.shiftKey ? COARSE : 1;
    onStep(arrow[0] * steps, arrow[1] * steps);
  };
  return (
    <button
      type="button"
      role="slider"
      className="handle"
      data-look={look}
      aria-label={label}
      aria-roledescription="handle"
      aria-valuenow={value}
      aria-valuetext={valueText}
      style={{ transform: `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`, zIndex: isInFront ? 1 : 0 }}
      onPointerDown={grab}
      onKeyDown={press}
      onFocus={onSelect}
    />
  );
}
