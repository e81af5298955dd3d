import type { FunctionName } from '../../../wire/index.js';

/** Each function has a shape and a colour of its own, so that either is enough. */
const shapes: Readonly<Record<FunctionName, { readonly path: string; readonly mark: number }>> = {
  master: { path: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0', mark: 1 },
  trade: { path: 'M-4-4H4V4H-4z', mark: 2 },
  'order-upload': { path: 'M0-5L5 4H-5z', mark: 3 },
  nottrade: { path: 'M0-5.500L5.500 0L0 5.500L-5.500 0z', mark: 4 },
  orderclosing: { path: 'M-1.500-5H1.500V-1.500H5V1.500H1.500V5H-1.500V1.500H-5V-1.500H-1.500z', mark: 5 },
  businessholiday: { path: 'M0 5L5-4H-5z', mark: 6 },
  orderblock: { path: 'M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z', mark: 1 },
};

export const functionOrder = Object.keys(shapes) as readonly FunctionName[];

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
  const { path, mark } = shapes[of];
  return (
    <path class={`shape mark-${mark}`} d={path} transform={`translate(${x} ${y})`}>
      {label !== undefined && <title>{label}</title>}
    </path>
  );
}

/** The shape beside a word. */
export function ShapeKey({ of }: { readonly of: FunctionName }) {
  return (
    <svg class="shape-key" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true" focusable="false">
      <Shape of={of} x={0} y={0} />
    </svg>
  );
}
