import { eventTypes, maxElements } from '@trading-platform/domain-types';
import type { DescribedValues } from '../../reference/value-description.js';
import { defaultLimit, limitBounds } from './event-queries.js';

/** The parameters of the query, as the reference describes them. */
export const eventQuery: DescribedValues = {
  after: {
    meaning: 'next_cursor of an earlier answer; 0: the oldest event that is kept; left out: only later events',
    ja: 'カーソル：前回の応答のnext_cursor。0は保存されている最も古いイベント。省略時は今後のイベントのみ',
    schema: { type: 'string', maxLength: 60 },
    example: '0',
  },
  types: {
    meaning: `Types, separated by commas. An asterisk at the end means all types with this beginning. Default: all types. ${eventTypes.join(', ')}`,
    ja: `イベント種別：カンマ区切り。末尾の*は、それより前が一致するすべての種別。省略時はすべて。${eventTypes.join('、')}`,
    schema: { type: 'string' },
    example: 'trade.*,batch.ended',
  },
  member_codes: {
    meaning: `At most ${maxElements.member_codes} members that the caller sees, separated by commas; left out: the member of the caller`,
    ja: `会員コードリスト：呼び出し元が参照できる会員。カンマ区切りで${maxElements.member_codes}件まで。省略時は自社`,
    schema: { type: 'string' },
    example: '10010001',
  },
  limit: {
    meaning: 'Maximum number of events in one answer',
    ja: '最大件数：1回の応答で返すイベントの最大件数',
    schema: { type: 'integer', minimum: limitBounds.least, maximum: limitBounds.most },
    example: defaultLimit,
  },
};

/** The headers of the call, as the reference describes them. */
export const eventHeaders: DescribedValues = {
  Prefer: {
    meaning: 'With wait=N, the answer is held until there is an event or N seconds are over, at most 30',
    ja: '処理の希望（イベント待ち）：wait=Nの場合、イベントが発生するかN秒が経過するまで応答を待つ（最長30秒）',
    schema: { type: 'string' },
    example: 'wait=30',
  },
  'Last-Event-ID': {
    meaning:
      'The last id of the previous stream: the new stream continues after it, and the parameter after is ignored',
    ja: '最終イベントID：ストリームが最後に送信したID。新しいストリームは、afterの指定にかかわらずその続きから始まる',
    schema: { type: 'string', maxLength: 60 },
    example: 'NDEuNmYxYzBlOGE0Yjcy',
  },
};
