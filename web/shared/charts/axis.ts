/** Text of the ticks of a chart. */
export const TICK = { fill: 'var(--ink-soft)', fontSize: 12 };

const TEXT = { fill: 'var(--ink-soft)', fontSize: 12, textAnchor: 'middle' } as const;

/** Height of a horizontal axis that has a title. */
export const TITLED_AXIS_HEIGHT = 44;

/** The title of a horizontal axis: its quantity or unit. */
export const xTitle = (value: string) => ({ value, position: 'insideBottom', offset: 4, style: TEXT }) as const;

/** The title of a vertical axis, along it. */
export const yTitle = (value: string) => ({ value, position: 'insideLeft', angle: -90, style: TEXT }) as const;
