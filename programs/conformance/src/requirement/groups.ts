/** The groups of requirements in their order, each with the letters at the beginning of its ids. */
export const groups = {
  authorization: { letters: 'AUT', title: 'Authorization page' },
  tokens: { letters: 'TOK', title: 'Tokens' },
  rights: { letters: 'RGT', title: 'Rights of clients' },
  envelope: { letters: 'ENV', title: 'Envelope and errors' },
  batches: { letters: 'BAT', title: 'Batches' },
  master: { letters: 'MAS', title: 'Master download' },
  trade: { letters: 'TRD', title: 'Trade data download' },
  settings: { letters: 'SET', title: 'Settings downloads' },
  delivery: { letters: 'DLV', title: 'Delivery date' },
  'fc-price': { letters: 'FCP', title: 'FC price' },
  orders: { letters: 'ORD', title: 'Orders' },
  lists: { letters: 'LST', title: 'Lists' },
  events: { letters: 'EVT', title: 'Events' },
  security: { letters: 'SEC', title: 'Security' },
} as const;

/** The name of a group, as used with `--group`. */
export type GroupName = keyof typeof groups;
