/** The path of each icon, in a square of 24 units. */
const strokes = {
  overview: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  batches: 'M4 6h16M4 12h16M4 18h10',
  request: 'M12 4v11m0 0-4-4m4 4 4-4M4 19h16',
  delivery: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M9 15l2 2 4-4',
  orders: 'M3 5h2l2.2 10h10l2-7H6M9 20h.01M17 20h.01',
  slips: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  product: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  partner: 'M5 20V5h9v15M14 10h5v10M8 9h3M8 13h3M8 17h3M3 20h18',
  events: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  connections: 'M9 15l6-6M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M12 8v5M12 16.5h.01M12 3 2.5 20h19z',
  wait: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  run: 'M20 12a8 8 0 1 1-2.3-5.6M20 4v4h-4',
  stop: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  empty: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12h8',
  info: 'M12 11v5M12 7.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  again: 'M4 12a8 8 0 1 0 2.3-5.6M4 4v4h4',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  open: 'M9 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  unsorted: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  upload: 'M12 16V5m0 0-4 4m4-4 4 4M4 19h16',
  plus: 'M12 5v14M5 12h14',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  leave: 'M14 4H5v16h9M10 12h11m0 0-4-4m4 4-4 4',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  line: 'M2 8c6-5 14-5 20 0M5.5 12c4-3.3 9-3.3 13 0M9 16c2-1.600 4-1.600 6 0M12 20h.01',
} as const;

export type IconName = keyof typeof strokes;

/** A small icon beside words. The icon only repeats the meaning of the words. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
