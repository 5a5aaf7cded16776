import { type RefObject, useEffect, useState } from 'react';

export interface CanvasSize {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

const UNKNOWN: CanvasSize = { width: 0, height: 0, ratio: 1 };

/**
 * Keeps the bitmap of a canvas as large as its element. Returns a new object when it must be painted again: after a change of its size or
 * of the colour scheme. `height` is fixed in CSS pixels; undefined for the height of the element.
 */
export function useCanvas(canvas: RefObject<HTMLCanvasElement | null>, height?: number): CanvasSize {
  const [size, setSize] = useState(UNKNOWN);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const measure = (): void => {
      const ratio = window.devicePixelRatio || 1;
      const next = { width: element.clientWidth, height: height ?? element.clientHeight, ratio };
      const [width, rows] = [Math.round(next.width * ratio), Math.round(next.height * ratio)];
      if (element.width !== width) element.width = width;
      if (element.height !== rows) element.height = rows;
      setSize(next);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', measure);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', measure);
    };
  }, [canvas, height]);
  return size;
}

/** Returns the context of a canvas, cleared and in CSS pixels. Null while the size is unknown. */
export function clearedContext(
  canvas: HTMLCanvasElement | null,
  { width, height, ratio }: CanvasSize,
): CanvasRenderingContext2D | null {
  const context = (width > 0 && canvas?.getContext('2d')) || null;
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

/** Returns colours of the theme as a canvas needs them: custom properties contain functions that only a style resolves. */
export function colorsOf(element: HTMLElement, names: readonly string[]): Record<string, string> {
  const probe = document.createElement('span');
  element.parentElement?.append(probe);
  const colors = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return colors;
}
