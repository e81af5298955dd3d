/**
 * Browsers cannot draw an element that is higher than about 16 million pixels, but a table of a million rows would be.
 * Therefore the scrolled element stays below this height. A scroll position in this element is converted to a position
 * in the complete table.
 */
export interface ScaledScroll {
  /** The height of the scrolled element, in pixels. */
  readonly height: number;
  /** The first visible row, and the number of rows to draw. */
  readonly first: number;
  readonly count: number;
  /** The position of the first drawn row in the scrolled element. */
  readonly top: number;
}

/** Every browser can draw an element of this height. */
export const greatestHeight = 8_000_000;

export interface RowPlace {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly scrollTop: number;
}

/** The number of rows that are drawn above and below the visible rows. */
const spareRows = 6;

export function scaledScroll({ rows, rowHeight, viewHeight, scrollTop }: RowPlace): ScaledScroll {
  const whole = rows * rowHeight;
  const height = Math.min(whole, greatestHeight);
  const offset = scrollTop * stretch(whole, height, viewHeight);
  const first = clamp(Math.floor(offset / rowHeight) - spareRows, 0, Math.max(0, rows - 1));
  const last = clamp(Math.ceil((offset + viewHeight) / rowHeight) + spareRows, first, rows);
  return { height, first, count: last - first, top: scrollTop + first * rowHeight - offset };
}

/** Returns the scroll position at which the given row is the first visible row. */
export function scrollTopOf(row: number, { rows, rowHeight, viewHeight }: Omit<RowPlace, 'scrollTop'>): number {
  const whole = rows * rowHeight;
  const height = Math.min(whole, greatestHeight);
  return clamp((row * rowHeight) / stretch(whole, height, viewHeight), 0, Math.max(0, height - viewHeight));
}

function stretch(whole: number, height: number, viewHeight: number): number {
  return height <= viewHeight ? 1 : (whole - viewHeight) / (height - viewHeight);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
