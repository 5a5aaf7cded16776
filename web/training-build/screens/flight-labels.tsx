import { type Ref, useImperativeHandle, useRef } from 'react';
import type { Labels, OnScreen } from '../scene/flight-view.js';

/** Moves the labels to the positions of their objects. */
export type MoveLabels = (labels: Labels) => void;

/** Labels of objects in the picture. They move with every picture, so only their transform changes, without a layout. */
export function FlightLabels({ target, ref }: { target: string; ref: Ref<MoveLabels> }) {
  const targetLabel = useRef<HTMLSpanElement>(null);
  const ownLabel = useRef<HTMLSpanElement>(null);
  useImperativeHandle(
    ref,
    () => (labels) => {
      put(targetLabel.current, labels.target);
      put(ownLabel.current, labels.spacecraft);
    },
    [],
  );
  return (
    <>
      <span ref={targetLabel} aria-hidden hidden className="label">
        {target}
      </span>
      <span ref={ownLabel} aria-hidden hidden className="label own">
        You
      </span>
    </>
  );
}

function put(label: HTMLElement | null, at: OnScreen): void {
  if (!label) return;
  label.hidden = at === null;
  if (at) label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
}
