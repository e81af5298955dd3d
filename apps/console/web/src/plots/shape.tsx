import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';
import type { FunctionName } from '../../../wire/index.js';

/** All shapes have the same area, in square pixels, so that none looks more important than another. */
const area = 64;
const pathOf = (type: SymbolType) => symbol(type, area)() ?? '';

interface Look {
  readonly path: string;
  readonly mark: number;
}

/** Each function has its own shape and its own colour, so that either is enough to recognise it. */
const looks: Readonly<Partial<Record<FunctionName, Look>>> = {
  master: { path: pathOf(symbolCircle), mark: 1 },
  trade: { path: pathOf(symbolSquare), mark: 2 },
  'order-upload': { path: pathOf(symbolTriangle), mark: 3 },
  'trade-update': { path: pathOf(symbolTriangle), mark: 4 },
  nottrade: { path: pathOf(symbolDiamond), mark: 4 },
  orderclosing: { path: pathOf(symbolCross), mark: 5 },
  businessholiday: { path: pathOf(symbolStar), mark: 6 },
  orderblock: { path: pathOf(symbolWye), mark: 1 },
};

/** The shape and colour of a function that has none of its own. */
const otherLook: Look = { path: pathOf(symbolWye), mark: 2 };

export function Shape({
  of,
  x,
  y,
  label,
}: {
  readonly of: FunctionName;
  readonly x: number;
  readonly y: number;
  readonly label?: string;
}) {
  const { path, mark } = looks[of] ?? otherLook;
  return (
    <path class={`shape mark-${mark}`} d={path} transform={`translate(${x} ${y})`}>
      {label !== undefined && <title>{label}</title>}
    </path>
  );
}

/** Shows the shape of a function beside a word. */
export function ShapeKey({ of }: { readonly of: FunctionName }) {
  return (
    <svg class="shape-key" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true" focusable="false">
      <Shape of={of} x={0} y={0} />
    </svg>
  );
}
