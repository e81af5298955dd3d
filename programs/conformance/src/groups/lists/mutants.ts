import { list, moveFirst, shortened, swapped } from '../../checks/edits.js';
import { refusalMutants } from '../../checks/refusals.js';
import { member, unknownMember } from '../../market/members.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  ignoreField,
  json,
  moveLast,
  onApi,
  put,
  rename,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall } from '../../mutants/mutant.js';
import { masterFilterFields } from './contents.js';
import { deliveryPlaceList, idOf, type ListCall, listCalls, orderList, orderMasterList, partnerList } from './lists.js';
import { commonRefusals, ownRefusals } from './refusals.js';

const pages = ({ body }: PassedCall) => body.includes('"limit"');
const goesOn = ({ body }: PassedCall) => body.includes('"cursor"');
const accepted = json((body) => ({ ...body, result: 0, error_list: [] }));

/** Mutants of every list. */
function commonMutants(call: ListCall): readonly Mutant[] {
  const { title, path, field, fields } = call;
  const [first = '', second = ''] = fields;
  const by = (...numbers: readonly number[]) => numbers.map((no) => idOf(call, no));
  return [
    { name: `${title}: the list under another name`, noticedBy: by(1), rule: onApi(path, rename('', field, 'list')) },
    { name: `${title}: next_cursor missing`, noticedBy: by(1), rule: onApi(path, drop('', 'next_cursor')) },
    {
      name: `${title}: the first field renamed`,
      noticedBy: by(2),
      rule: onApi(path, rename(field, first, `${first}_1`)),
    },
    { name: `${title}: the second field last`, noticedBy: by(2), rule: onApi(path, moveLast(field, second)) },
    { name: `${title}: the second field null`, noticedBy: by(3), rule: onApi(path, put(field, second, null)) },
    {
      name: `${title}: pages without their last element`,
      noticedBy: by(4),
      rule: onApi(path, whenCall(pages, list(field, shortened))),
    },
    { name: `${title}: every page the first one`, noticedBy: by(4, 7), rule: beforeApi(path, ignoreField('cursor')) },
    { name: `${title}: limit overlooked`, noticedBy: by(4, 5), rule: beforeApi(path, ignoreField('limit')) },
    {
      name: `${title}: a cursor at the end`,
      noticedBy: by(5),
      rule: onApi(
        path,
        each('', (body) => void (body['next_cursor'] ||= 'end')),
      ),
    },
    { name: `${title}: another order each time`, noticedBy: by(6), rule: everySecondCall(path, list(field, swapped)) },
    {
      name: `${title}: the limit of the first page kept`,
      noticedBy: by(7),
      rule: onApi(
        path,
        whenCall(
          goesOn,
          list(field, (elements) => elements.slice(0, 1)),
        ),
      ),
    },
    {
      name: `${title}: a cursor of another list taken`,
      noticedBy: by(8),
      rule: onApi(path, whenCall(goesOn, whenStatus(400, accepted))),
    },
    {
      name: `${title}: a cursor of another member taken`,
      noticedBy: by(9),
      rule: onApi(path, whenCall(goesOn, whenStatus(400, put('error_list', 'error_code', 'E000004')))),
    },
    {
      name: `${title}: an unknown member has an empty list`,
      noticedBy: by(10),
      rule: onApi(
        path,
        whenCall(({ body }) => body.includes(unknownMember), accepted),
      ),
    },
  ];
}

/** An edit of every second answer. */
function everySecondCall(path: string, edit: ReturnType<typeof list>): Mutant['rule'] {
  return () => {
    let calls = 0;
    return async (call, pass) => {
      const answer = await pass();
      if (call.service === 'api' && call.path === path && (calls += 1) % 2 === 0) edit(answer, call);
      return answer;
    };
  };
}

const contentMutants: readonly Mutant[] = [
  {
    name: 'a stranger among the partners',
    noticedBy: ['LST-121'],
    rule: onApi(
      partnerList.path,
      each(
        'partner_list',
        (partner, index) => void (index === 0 && (partner['member_code_partner'] = member.stranger)),
      ),
    ),
  },
  {
    name: 'partners by settings missing',
    noticedBy: ['LST-121'],
    rule: onApi(
      partnerList.path,
      list('partner_list', (partners) =>
        partners.filter((partner) => partner['member_code_partner'] !== member.settingSeller),
      ),
    ),
  },
  {
    name: 'order blocks overlooked',
    noticedBy: ['LST-122'],
    rule: onApi(partnerList.path, put('partner_list', 'order_block_flg', '0')),
  },
  {
    name: 'partners without customer codes',
    noticedBy: ['LST-122'],
    rule: onApi(partnerList.path, put('partner_list', 'customer_code', '')),
  },
  {
    name: 'client_member_code_list overlooked',
    noticedBy: ['LST-122', 'LST-123'],
    rule: beforeApi(partnerList.path, ignoreField('client_member_code_list')),
  },
  {
    name: "the own list instead of a store's",
    noticedBy: ['LST-124'],
    rule: beforeApi(partnerList.path, ignoreField('member_code_self')),
  },
  {
    name: 'the last line of the order master missing',
    noticedBy: ['LST-221'],
    rule: onApi(orderMasterList.path, list('catalog_list', shortened)),
  },
  {
    name: 'order master by another order',
    noticedBy: ['LST-221'],
    rule: onApi(
      orderMasterList.path,
      list('catalog_list', (lines) => lines.toReversed()),
    ),
  },
  {
    name: 'the order master of the caller whoever is asked for',
    noticedBy: ['LST-229'],
    rule: beforeApi(orderMasterList.path, ignoreField('member_code_self')),
  },
  ...masterFilterFields.map(({ id, says, fields }) => ({
    name: `Order master list: ${says} – overlooked`,
    noticedBy: [id],
    rule: beforeApi(orderMasterList.path, ignoreField(...fields)),
  })),
  {
    name: 'default_flg lost',
    noticedBy: ['LST-321'],
    rule: onApi(deliveryPlaceList.path, put('delivery_place_list', 'default_flg', '0')),
  },
  {
    name: 'the code of a place is its id',
    noticedBy: ['LST-321'],
    rule: onApi(
      deliveryPlaceList.path,
      each('delivery_place_list', (place) => void (place['delivery_place_code'] = place['delivery_place_id'])),
    ),
  },
  {
    name: "orders of the head office's stores among its own",
    noticedBy: ['LST-421'],
    rule: onApi(
      orderList.path,
      each(
        'order_list',
        (order) => void (order['trade_id'] === 'CK-T01' && (order['member_code_self'] = member.store)),
      ),
    ),
  },
  {
    name: 'trade_total lost',
    noticedBy: ['LST-421'],
    rule: onApi(orderList.path, put('order_list', 'trade_total', '0')),
  },
  {
    name: 'status_code of the order list overlooked',
    noticedBy: ['LST-422'],
    rule: beforeApi(orderList.path, ignoreField('status_code')),
  },
  {
    name: 'only the first status_code read',
    noticedBy: ['LST-422'],
    rule: beforeApi(
      orderList.path,
      changeBody((body) => void (body['status_code'] = (body['status_code'] as string[] | undefined)?.slice(0, 1))),
    ),
  },
  { name: 'versions from 0', noticedBy: ['LST-423'], rule: onApi(orderList.path, put('order_list', 'version', '0')) },
  {
    name: 'loaded slips with an upload_no',
    noticedBy: ['LST-423'],
    rule: onApi(
      orderList.path,
      each('order_list', (order) => void (order['upload_no'] ||= order['trade_id'])),
    ),
  },
  {
    name: 'a cursor bound to how filters are written',
    noticedBy: ['LST-242'],
    rule: beforeApi(
      orderMasterList.path,
      changeBody((body) => void (body['sell_stop'] === '0' && 'cursor' in body && (body['cursor'] = 'other'))),
    ),
  },
  {
    name: 'a cursor of other filters taken',
    noticedBy: ['LST-424'],
    rule: onApi(orderList.path, whenStatus(400, accepted)),
  },
  {
    name: 'a cursor of other filters told without its field',
    noticedBy: ['LST-424'],
    rule: onApi(
      orderList.path,
      whenStatus(400, put('error_list', 'error_item', ''), moveFirst('error_list', 'error_detail')),
    ),
  },
];

export const listsMutants: readonly Mutant[] = [
  ...listCalls.flatMap((call) => [...commonMutants(call), ...refusalMutants(commonRefusals(call))]),
  ...contentMutants,
  ...refusalMutants(ownRefusals),
];
