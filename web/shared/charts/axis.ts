/** Text style of chart ticks. */
export const TICK = { fill: 'var(--ink-soft)', fontSize: 12 };

const TEXT = { fill: 'var(--ink-soft)', fontSize: 12, textAnchor: 'middle' } as const;

/** Height of a horizontal axis with a title. */
export const TITLED_AXIS_HEIGHT = 44;

/** Title of a horizontal axis: its quantity or unit. */
export const xTitle = (value: string) => ({ value, position: 'insideBottom', offset: 4, style: TEXT }) as const;

/** Title of a vertical axis, drawn along the axis. */
export const yTitle = (value: string) => ({ value, position: 'insideLeft', angle: -90, style: TEXT }) as const;
