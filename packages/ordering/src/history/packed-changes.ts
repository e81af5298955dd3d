import type { ChangedFields, ChangedLine, ChangedView } from './slip-change.js';

/**
 * The changes that are the same in some views: the members of these views, the changed fields of the header, and groups
 * of lines with the same changed fields. The ids of most lines begin with the id of their slip, so this part of a
 * line's id is not stored.
 */
type PackedPart = readonly [
  members: readonly string[],
  header: readonly string[],
  lines: readonly (readonly [fields: readonly string[], ids: readonly string[]])[],
];

/** The marks before a line's id: an id that begins with the id of its slip, and any other id. */
const [shortened, whole] = ['+', '='];

/**
 * Packs the changed fields of one change into a short text. Most changes are the same in both views, so they are
 * written only once. The fields that change in many lines of a slip are also written only once.
 */
export function packChanges(tradeId: string, views: readonly ChangedView[]): string {
  const parts = partsOf(views.filter(({ header, lines }) => header.length + lines.length > 0));
  if (parts.length === 0) return '';
  return JSON.stringify(
    parts.map(({ members, header, lines }): PackedPart => [members, header, packLines(tradeId, lines)]),
  );
}

/** Returns the changes in the view of one member. */
export function unpackChanges(tradeId: string, packed: string, memberCodeSelf: string): ChangedFields {
  const parts = packed === '' ? [] : (JSON.parse(packed) as readonly PackedPart[]);
  const own = parts.filter(([members]) => members.includes(memberCodeSelf));
  const lines = new Map<string, string[]>();
  for (const [fields, ids] of own.flatMap(([, , ofPart]) => ofPart)) {
    for (const id of ids) lines.set(id, [...(lines.get(id) ?? []), ...fields]);
  }
  return {
    header: own.flatMap(([, header]) => header),
    lines: [...lines].map(([id, fields]) => ({ tradeProdId: wholeId(tradeId, id), fields })),
  };
}

interface Part extends ChangedFields {
  readonly members: readonly string[];
}

/** Divides the changes of all views by the views that they are in. */
function partsOf(views: readonly ChangedView[]): readonly Part[] {
  const [one, other, ...more] = views;
  if (one === undefined) return [];
  if (other === undefined || more.length > 0) return views.map(onlyPart);
  const both = commonOf(one, other);
  const parts = [
    { members: [one.memberCodeSelf, other.memberCodeSelf], ...both },
    onlyPart({ ...one, ...without(one, both) }),
    onlyPart({ ...other, ...without(other, both) }),
  ];
  return parts.filter(({ header, lines }) => header.length + lines.length > 0);
}

function onlyPart({ memberCodeSelf, header, lines }: ChangedView): Part {
  return { members: [memberCodeSelf], header, lines };
}

function commonOf(one: ChangedFields, other: ChangedFields): ChangedFields {
  const header = one.header.filter((field) => other.header.includes(field));
  if (isEqual(one.lines, other.lines)) return { header, lines: one.lines };
  const lines = fieldsOfLines(other);
  return {
    header,
    lines: one.lines.flatMap((line) => {
      const others = lines.get(line.tradeProdId);
      if (others === undefined) return [];
      if (line.fields.length === 0) return others.length === 0 ? [line] : [];
      const fields = line.fields.filter((field) => others.includes(field));
      return fields.length === 0 ? [] : [{ ...line, fields }];
    }),
  };
}

/** Most updates change the lines of both views in the same way. */
function isEqual(lines: readonly ChangedLine[], others: readonly ChangedLine[]): boolean {
  return (
    lines.length === others.length &&
    lines.every(({ tradeProdId, fields }, place) => {
      const other = others[place]!;
      return (
        tradeProdId === other.tradeProdId &&
        fields.length === other.fields.length &&
        fields.every((field, index) => field === other.fields[index])
      );
    })
  );
}

function without(view: ChangedFields, common: ChangedFields): ChangedFields {
  const header = view.header.filter((field) => !common.header.includes(field));
  if (isEqual(view.lines, common.lines)) return { header, lines: [] };
  const lines = fieldsOfLines(common);
  return {
    header,
    lines: view.lines.flatMap((line) => {
      const shared = lines.get(line.tradeProdId);
      if (shared === undefined) return [line];
      const fields = line.fields.filter((field) => !shared.includes(field));
      return fields.length === 0 ? [] : [{ ...line, fields }];
    }),
  };
}

function fieldsOfLines({ lines }: ChangedFields): ReadonlyMap<string, readonly string[]> {
  return new Map(lines.map(({ tradeProdId, fields }) => [tradeProdId, fields]));
}

function packLines(tradeId: string, lines: readonly ChangedLine[]): PackedPart[2] {
  const byFields = Map.groupBy(lines, ({ fields }) => fields.join(' '));
  return [...byFields.values()].map((alike) => [
    alike[0]!.fields,
    alike.map(({ tradeProdId }) => shortId(tradeId, tradeProdId)),
  ]);
}

function shortId(tradeId: string, id: string): string {
  return id.startsWith(tradeId) ? shortened + id.slice(tradeId.length) : whole + id;
}

function wholeId(tradeId: string, short: string): string {
  return short.startsWith(shortened) ? tradeId + short.slice(shortened.length) : short.slice(whole.length);
}
