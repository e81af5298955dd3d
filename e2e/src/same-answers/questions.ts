import { addDays, type DownloadName, downloads, type FieldDefinition, nameOf } from '@trading-platform/domain-types';
import { type DemoMarket, loadedRecords } from '../demo-market.js';

type Json = Record<string, unknown>;
type Line = Readonly<Record<string, unknown>>;

/** The current day of the demo market. */
const today = '2026-11-20';
/** The probability that a request uses an optional filter. Some requests use none. */
const filterShare = 0.1;
const unfilteredShare = 0.3;

/** Makes random requests about a market. The same seed gives the same requests. */
export class Questions {
  readonly #random: () => number;
  readonly #values = new Map<string, Set<string>>();
  /** The lines of the order master, by buyer and seller. */
  readonly #catalog = new Map<string, string[]>();
  readonly #sellers = new Set<string>();
  /** Members that can see much data: head offices, owners, and the members with the most slips. */
  readonly callers: readonly string[];

  private constructor(random: () => number, callers: readonly string[]) {
    this.#random = random;
    this.callers = callers;
  }

  static async about(market: DemoMarket, kinds: readonly string[], random: () => number): Promise<Questions> {
    const members = await loadedRecords<Record<string, string>>(market, 'members');
    const slips = await loadedRecords<{ member_code_self: string }>(market, 'trade');
    const byOwner = Map.groupBy(slips, (slip) => slip.member_code_self);
    const most = [...byOwner].toSorted(([, one], [, other]) => other.length - one.length).map(([code]) => code);
    const heads = members.flatMap((member) => [member['head_office_member_code'], member['fc_owner_member_code']]);
    const codes = [market.headOffice, ...new Set(heads), ...most.slice(0, 3), ...most.slice(-1)].filter(Boolean);
    const questions = new Questions(random, [...new Set(codes as string[])].slice(0, 6));
    for (const kind of kinds) for (const line of await loadedRecords<Line>(market, kind)) questions.#note(line);
    return questions;
  }

  /** Returns the body for the request step of a download. */
  download(name: DownloadName): Json {
    const isUnfiltered = this.#random() < unfilteredShare;
    const fields = downloads[name].request.fields as readonly FieldDefinition[];
    const body = Object.fromEntries(
      fields.flatMap((field) => {
        const isOptional = typeof field === 'object' && field.type === 'optional';
        // Delivery marks are written only after evidence of delivery, which may arrive at different times on the two
        // platforms. So requests that depend on delivery marks are left out.
        if (nameOf(field) === 'not_downloaded_flg') return [];
        if (isOptional && (isUnfiltered || this.#random() > filterShare)) return [];
        const value = this.#valueOf(isOptional ? field.field : field);
        return value === undefined ? [] : [[typeof field === 'string' ? field : field.name, value]];
      }),
    );
    return name === 'trade' ? { ...body, ...this.#period() } : body;
  }

  /** Returns the body of a request for delivery dates, and the member that sends the request. */
  delivery(): readonly [caller: string, body: Json] {
    const [self, partner, lines] = this.#pair();
    const products = this.times(8, () => ({
      catalog_id: this.#random() < 0.9 ? this.pick(lines) : 'x',
      ...(this.#random() < 0.4 ? { hope_delivery_date: this.#day(1, 20) } : {}),
    }));
    const sent = `${this.#day(0, 10)} 0${Math.floor(this.#random() * 10)}:00:00`;
    return [self, { member_code_self: self, member_code_partner: partner, send_date: sent, details_list: products }];
  }

  fcPrice(): Json {
    const item = this.times(10, () => ({
      member_code_store: this.pick(this.#known('member_code')),
      catalog_id: this.pick(this.#known('catalog_id')),
      price: String(Math.floor(this.#random() * 100_000) / 100),
      order_send_date: this.#day(-40, 60),
      delivery_date: this.#day(-40, 60),
    }));
    return { item };
  }

  /** Returns an order upload of one buyer. */
  upload(key: string): readonly [caller: string, body: Json] {
    const [self] = this.#pair();
    const own = [...this.#catalog].filter(([pair]) => pair.startsWith(`${self} `));
    const orders = this.times(6, (index) => {
      const [pair, lines] = this.pick(own);
      return {
        upload_no: `${key}-${index}`,
        member_code_self: self,
        member_code_partner: pair.split(' ')[1],
        hope_delivery_date: this.#day(1, 14),
        send_flg: this.pick(['0', '0', '1']),
        detail_list: this.times(5, (line) => ({
          line_no: String(line + 1),
          catalog_id: this.#random() < 0.97 ? this.pick(lines) : '99',
          prod_lot_qty: String(1 + Math.floor(this.#random() * 30)),
        })),
      };
    });
    return [self, { ...(this.#random() < 0.2 ? { check_only: '1' } : {}), order_list: orders }];
  }

  /** Returns a range of a batch's records. */
  range(count: number): { readonly seq_from: string; readonly seq_to: string } {
    const from = 1 + Math.floor(this.#random() * count);
    return { seq_from: String(from), seq_to: String(from + Math.floor((this.#random() * count) / 3)) };
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)] as Value;
  }

  times<Value>(atMost: number, make: (index: number) => Value): readonly Value[] {
    return Array.from({ length: 1 + Math.floor(this.#random() * atMost) }, (_, index) => make(index));
  }

  #valueOf(field: FieldDefinition): unknown {
    if (typeof field === 'string') return this.pick(this.#known(field));
    if (field.type === 'day') return this.#day(-60, 60);
    if (field.type === 'second') return field.from === undefined ? `${this.#day(-300, 290)} 00:00:00` : undefined;
    if (field.type === 'code') return this.pick(Object.values(field.values ?? {}));
    if (field.type !== 'codes') return undefined;
    const values = field.values === undefined ? this.#codesOf(field.name) : Object.values(field.values);
    return this.times(4, () => this.pick(values));
  }

  /** Returns codes of the market, for a list of codes in a request. */
  #codesOf(name: string): readonly string[] {
    if (name === 'member_code_seller') return [...this.#sellers];
    if (/member_group/.test(name)) return this.#known('member_group_code');
    if (/fc_owner_(group_)?code/.test(name)) return this.#known('fc_owner_code');
    if (/group/.test(name)) return this.#known('group_code');
    if (/member/.test(name)) return this.#known('member_code');
    return this.#known(name.startsWith('client_code') ? 'customer_code' : name);
  }

  /** Returns a period that the contract allows in requests. */
  #period(): Json {
    const from = this.#day(-60, 60);
    return { target_date_from: from, target_date_to: addDays(from, Math.floor(this.#random() * 30)) };
  }

  #day(from: number, days: number): string {
    return addDays(today, from + Math.floor(this.#random() * days));
  }

  #pair(): readonly [self: string, partner: string, lines: readonly string[]] {
    const own = [...this.#catalog].filter(([pair]) => this.callers.includes(pair.split(' ')[0] ?? ''));
    const [pair, lines] = this.pick(own);
    const [self = '', partner = ''] = pair.split(' ');
    return [self, partner, lines];
  }

  #known(name: string): readonly string[] {
    return [...(this.#values.get(name) ?? ['1'])];
  }

  #note(line: Line): void {
    for (const [name, value] of Object.entries(line)) {
      if (Array.isArray(value)) for (const inner of value as readonly Line[]) this.#note(inner);
      else this.#noteValue(name, String(value));
    }
    const { member_code: self, member_code_partner: partner, catalog } = line;
    if (!Array.isArray(catalog)) return;
    const lines = (catalog as readonly { catalog_id: string }[]).map((each) => each.catalog_id);
    this.#catalog.set(`${String(self)} ${String(partner)}`, [
      ...(this.#catalog.get(`${String(self)} ${String(partner)}`) ?? []),
      ...lines,
    ]);
  }

  #noteValue(name: string, value: string): void {
    if (name === 'member_code_seller') this.#sellers.add(value);
    const known = this.#values.get(name) ?? new Set();
    if (value !== '' && known.size < 1_000) this.#values.set(name, known.add(value));
  }
}
