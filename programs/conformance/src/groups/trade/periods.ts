import { expectSelected } from '../../checks/filters.js';
import { compareKeys, textOf } from '../../checks/records.js';
import { memberOf, unknownMember } from '../../market/members.js';
import { dateFields, slips, wholeMonth } from '../../market/slips.js';
import { storedFlags } from '../../market/stored-flags.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { keyOf, period, request, statusCodes } from './trade.js';

const seen: ReadonlySet<string> = new Set(['9CK00001', '9CK00002', '9CK00003']);
const visibleSlips = slips.filter((slip) => seen.has(slip.member_code_self));
const kinds = ['update', 'slip', 'order', 'planned shipping', 'shipping', 'delivery', 'receipt', 'send'];

/** Returns the slips of the kit's own market whose date is in the period, in the order of the download. */
function slipsIn(field: string, from: string, to: string): readonly string[] {
  const dateOf = (slip: Fields) => textOf(slip, field).slice(0, 10);
  return visibleSlips
    .filter((slip) => dateOf(slip) !== '' && from <= dateOf(slip) && dateOf(slip) <= to)
    .toSorted((one, other) => compareKeys([dateOf(one), keyOf(one)], [dateOf(other), keyOf(other)]))
    .map(keyOf);
}

async function expectPeriod(
  probe: Probe,
  targetDateSet: number,
  days: { target_date_from: string; target_date_to: string },
) {
  const criteria = { target_date_set: String(targetDateSet), ...days, status_code: statusCodes };
  const found = await download(probe, 'trade', criteria);
  const wanted = slipsIn(dateFields[targetDateSet]!, days.target_date_from, days.target_date_to);
  expectSelected(found, found.records.map(keyOf), wanted);
}

const dateKinds: readonly Requirement[] = kinds.map((kind, index) => ({
  id: `TRD-06${index}`,
  source: 'open-points: trade-filters',
  says: `target_date_set ${index} reads the ${kind} date (${dateFields[index]}); an empty date is in no period.`,
  needs: ['market'],
  check: (probe) => expectPeriod(probe, index, wholeMonth(index)),
}));

/** Requirements about periods, kinds and visibility (Spec 4.8). */
export const periodRequirements: readonly Requirement[] = [
  ...dateKinds,
  {
    id: 'TRD-068',
    source: 'open-points: how-filters-combine',
    says: 'Both ends of a period are included.',
    needs: ['market'],
    check: (probe) => expectPeriod(probe, 2, { target_date_from: '2027-04-03', target_date_to: '2027-04-05' }),
  },
  {
    id: 'TRD-069',
    source: 'open-points: trade-filters',
    says: 'Without status_set and status_code, normal slips and purchases are selected.',
    needs: ['market'],
    check: async (probe) => {
      const found = await download(probe, 'trade', period(probe));
      const explicit = await download(probe, 'trade', { ...period(probe), status_set: '0' });
      expectSelected(found, found.records.map(keyOf), explicit.records.map(keyOf));
      const statuses = found.records.map((record) => record['status_code']);
      found.get.expect(!statuses.includes('10') && !statuses.includes('20'), 'planned or pending slips are delivered');
    },
  },
  {
    id: 'TRD-070',
    source: 'open-points: visibility',
    says: 'Without member_codes, a trade download has exactly the slips of the members that the caller sees.',
    needs: ['market'],
    check: (probe) => expectPeriod(probe, 2, wholeMonth(2)),
  },
  {
    id: 'TRD-071',
    source: '2.5',
    says: 'Each side of a slip gets its own view, in which this side is "self".',
    needs: ['market'],
    check: async (probe) => {
      const criteria = { ...period(probe), trade_id: ['CK-T22'], status_code: ['40'] };
      const views = await Promise.all([
        download(probe, 'trade', criteria),
        download(probe, 'trade', criteria, { as: 'seller' }),
      ]);
      for (const [index, role] of (['head', 'seller'] as const).entries()) {
        const { get, records } = views[index]!;
        get.expectEqual(
          records.map((record) => [record['trade_id'], record['member_code_self']]),
          [['CK-T22', memberOf[role]]],
          'the slips and their own members',
        );
      }
    },
  },
  {
    id: 'TRD-072',
    source: 'open-points: visibility',
    says: 'A member that does not exist is refused with E000008 at its place in member_codes.',
    check: async (probe) => {
      const answer = await probe.call(request, { ...period(probe), member_codes: ['', unknownMember] });
      answer.expectRefusal(400, ['member_codes[1]', 'E000008']);
    },
  },
  {
    id: 'TRD-073',
    source: '7',
    says: 'A member that the caller may not see is refused in member_codes like one that does not exist.',
    needs: ['market'],
    check: async (probe) => {
      const ask = (code: string) => probe.call(request, { ...period(probe), member_codes: [code] });
      const [unknown, hidden] = [await ask(unknownMember), await ask(memberOf.seller)];
      hidden.expectRefusal(400, ['member_codes[0]', 'E000008']);
      hidden.expectEqual(hidden.body['error_list'], unknown.body['error_list'], 'error_list');
    },
  },
  {
    id: 'TRD-074',
    source: 'open-points: visibility',
    says: 'A store sees only its own slips.',
    needs: ['market'],
    check: async (probe) => {
      const criteria = { ...period(probe), status_code: statusCodes };
      const { get, records } = await download(probe, 'trade', criteria, { as: 'store' });
      const wanted = slips.filter((slip) => slip.member_code_self === memberOf.store).map(keyOf);
      get.expectEqual(records.map(keyOf), wanted, 'the slips');
    },
  },
  {
    id: 'TRD-075',
    source: '2.5',
    says: 'Fields of a slip that are only stored are not delivered.',
    needs: ['market'],
    check: async (probe) => {
      const { get } = await download(probe, 'trade', { ...period(probe), status_code: statusCodes });
      const flags = storedFlags.map(({ field }) => field);
      const others = ['slip_kind', 'planned_shipping_day', 'receipt_day', 'delivery_place_id"'];
      for (const field of [...flags, ...others]) {
        get.expect(!get.text.includes(`"${field}`), `${field} is delivered`);
      }
    },
  },
];
