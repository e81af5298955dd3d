/**
 * Browsers draw no element higher than some 16 million pixels, and a million rows are higher. So the scrolled element stays below that, and
 * a position within it is scaled to a position within all rows.
 */
export interface ScaledScroll {
  /** Height of the element that is scrolled, in pixels. */
  readonly height: number;
  /** First row that is seen, and how many rows there are to draw. */
  readonly first: number;
  readonly count: number;
  /** The position of the first drawn row in the scrolled element. */
  readonly top: number;
}

/** The height that every browser draws. */
export const greatestHeight = 8_000_000;

export interface RowPlace {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly scrollTop: number;
}

/** The number of rows that are drawn above and below the visible ones. */
const spareRows = 6;

export function scaledScroll({ rows, rowHeight, viewHeight, scrollTop }: RowPlace): ScaledScroll {
  const whole = rows * rowHeight;
  const height = Math.min(whole, greatestHeight);
  const offset = scrollTop * stretch(whole, height, viewHeight);
  const first = clamp(Math.floor(offset / rowHeight) - spareRows, 0, Math.max(0, rows - 1));
  const last = clamp(Math.ceil((offset + viewHeight) / rowHeight) + spareRows, first, rows);
  return { height, first, count: last - first, top: scrollTop + first * rowHeight - offset };
}

/** The scroll position at which a row is the first visible one. */
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
