import type { Role } from '../probe/account.js';

/** The members of the kit's own market, by role. Only the codes of these members begin with `9CK`. */
export const member = {
  head: '9CK00001',
  /** A store whose head office and FC owner are both `head`. */
  store: '9CK00002',
  /** A store for which `head` is only the FC owner. */
  fcStore: '9CK00003',
  /** Also sells the ordered products. This seller computes tax per slip and rounds the tax down. */
  seller: '9CK00011',
  otherSeller: '9CK00012',
  stranger: '9CK00021',
  strangersSeller: '9CK00022',
  /** This buyer orders from the sellers whose settings are tested. The member `head` cannot see this buyer. */
  otherBuyer: '9CK00031',
  /** The member `head` sees this seller only in settings. */
  settingSeller: '9CK00041',
  otherSettingSeller: '9CK00042',
  /** This seller offers the products that the FC price rules are about. */
  fcSeller: '9CK00051',
  blockedSeller: '9CK00062',
  /** A setting of this seller makes every day a non-trading day. */
  closedSeller: '9CK00063',
  /** This seller computes tax per line and rounds the tax half up. */
  perLineSeller: '9CK00064',
} as const;

export type MemberName = keyof typeof member;

/** The member to which each account belongs. */
export const memberOf: Readonly<Record<Role, string>> = {
  head: member.head,
  store: member.store,
  seller: member.seller,
  stranger: member.stranger,
};

/** A member code that is formally correct but does not exist. */
export const unknownMember = '9CK09999';

const orderDestinations = 6;

/** Returns the member code of an order destination, numbered from 1 to 6. */
export function orderTo(no: number): string {
  return `9CK0007${no}`;
}

/** Returns the seller of a delivery scenario. */
export function scenarioSeller(no: number): string {
  return `9CKD${String(no).padStart(4, '0')}`;
}

const franchise = { fc_owner_member_code: member.head };

/** The fields in which this member differs from other members. */
const special: Readonly<Partial<Record<MemberName, object>>> = {
  store: { ...franchise, head_office_member_code: member.head, fc_owner_code: '9CKF1' },
  fcStore: { ...franchise, fc_owner_code: '9CKF2' },
  seller: {
    tax_calc_method: '1',
    below_dec_point: '0',
    invoice_member_kbn: '1',
    invoice_reg_no: 'T7000012050002',
  },
  perLineSeller: { tax_calc_method: '0', below_dec_point: '2' },
};

/**
 * Returns the lines of the `members` import file.
 *
 * @param scenarios numbers of the delivery scenarios, each of which has a seller of its own
 */
export function memberLines(scenarios: readonly number[]): readonly object[] {
  const named = (Object.keys(member) as MemberName[]).map((name, index) =>
    memberLine(member[name], name, index, special[name]),
  );
  const sellers = scenarios.map((no) => memberLine(scenarioSeller(no), `seller of scenario ${no}`, 90));
  const destinations = Array.from({ length: orderDestinations }, (_, index) =>
    memberLine(orderTo(index + 1), `order destination ${index + 1}`, 91),
  );
  return [...named, ...destinations, ...sellers];
}

/** Every member has a group and a group division, so that every filter can select some members. */
function memberLine(code: string, name: string, group: number, more: object = {}) {
  return {
    member_code: code,
    member_name: `Conformance ${name}`,
    group_code: `9CKG${group}`,
    group_name: `Group ${group}`,
    member_group_code: `9CKM${group}`,
    ...more,
  };
}

/** Returns the group and the group division of a member, as in `memberLine`. */
export function groupsOf(name: MemberName): { readonly group: string; readonly division: string } {
  const index = Object.keys(member).indexOf(name);
  return { group: `9CKG${index}`, division: `9CKM${index}` };
}
