import {
  endpointDisabledReason,
  eventAttempt,
  eventAttemptListAnswer,
  eventEndpoint,
  eventEndpointActionRequest,
  eventEndpointAnswer,
  eventEndpointChangeRequest,
  eventEndpointListAnswer,
  eventEndpointReplayRequest,
  eventEndpointRequest,
  eventEndpointTestAnswer,
} from '../event-endpoints.js';
import { ownLimits } from '../limits.js';
import { responseType } from './batch-control.js';
import { answerEnvelope } from './envelope.js';
import { meaningOf } from './meaning-of.js';
import { coded, dayTime, digits, flagged, orEmpty, record, records, text, valuesOf } from './own-forms.js';

const terms = {
  url: text(
    'Address: https, without user name and fragment, port 443 or above 1023; a new address gets events when it has answered a test',
    '送信先アドレス：https。ユーザー名とフラグメントは不可、ポートは443または1024以上。新しいアドレスへの送信は、テストへの応答後に始まる',
    { maxLength: 2_000 },
  ),
  types: text(
    'Event types: separated by commas; an asterisk at the end means all types with this beginning; default all types',
    'イベント種別：カンマ区切り。末尾の*は、それより前が一致するすべての種別。省略時はすべての種別',
  ),
  member_codes: text(
    "Members: the members whose events are wanted, separated by commas, at most 100; default the caller's member",
    '対象会員コード：イベントを受け取る会員。カンマ区切りで100件まで。省略時は自社',
    { maxLength: 1_000 },
  ),
  description: text("Description: the client's own note", '説明：クライアントが付ける覚え書き'),
} as const;

const termsExample = {
  url: 'https://example.com/events',
  types: 'trade.*,batch.ended',
  member_codes: '10010001',
  description: 'store system',
};

const enabled = flagged(
  'Enabled: whether the endpoint gets events',
  '有効フラグ：エンドポイントにイベントを送信するかどうか',
  ['it gets none', '無効'],
  ['it gets them', '有効'],
);

const reasons = valuesOf(endpointDisabledReason, {
  none: ['it is enabled', '有効'],
  untested: ['its address has not answered a test', '未テスト'],
  byClient: ['the client has switched it off', 'クライアントによる停止'],
  gone: ['it has answered 410', '410 応答'],
  failing: ['it has taken nothing for five days', '5 日間配信不可'],
});

export const eventEndpointMeaning = meaningOf(eventEndpoint, {
  origin: 'answer',
  meaning: 'An address to which events are pushed',
  ja: 'イベント送信先：イベントの送信先',
  fields: {
    endpoint_id: text('Endpoint number: a UUID', 'エンドポイントID：UUID'),
    ...terms,
    description: orEmpty(terms.description),
    enabled,
    secret: text(
      'Secret: signs the messages (Standard Webhooks); shown only when it is made or replaced',
      '署名用シークレット：メッセージの署名に使用（Standard Webhooks）。登録時と再発行時にのみ返す',
    ),
    created: dayTime('Created', '作成日時'),
    disabled_reason: coded('Disabled because', '停止理由', reasons),
  },
  example: {
    endpoint_id: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b72',
    ...termsExample,
    enabled: '0',
    secret: 'whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE=',
    created: '2026-11-20 09:30:14',
    disabled_reason: endpointDisabledReason.untested,
  },
});

export const eventEndpointRequestMeaning = meaningOf(eventEndpointRequest, {
  origin: 'request',
  meaning: 'Makes an endpoint',
  ja: 'イベント送信先の作成リクエスト：エンドポイントを登録する',
  fields: { ...responseType.fields, ...terms },
  example: { ...responseType.example, ...termsExample },
  shown: ['url', 'types', 'description'],
});

export const eventEndpointChangeRequestMeaning = meaningOf(eventEndpointChangeRequest, {
  origin: 'request',
  meaning: 'Changes an endpoint; a field that is left out stays as it is',
  ja: 'イベント送信先の変更リクエスト：エンドポイントを変更する。省略した項目は変わらない',
  fields: { ...responseType.fields, ...terms, enabled },
  example: { ...responseType.example, ...termsExample, enabled: '0' },
  shown: ['enabled'],
});

export const eventEndpointActionRequestMeaning = meaningOf(eventEndpointActionRequest, {
  origin: 'request',
  meaning: 'Concerns one endpoint, which the path of the call names',
  ja: 'イベント送信先の操作リクエスト：エンドポイントをパスのみで指定する',
  fields: { ...responseType.fields },
  example: { ...responseType.example },
  shown: ['response_type'],
});

export const eventEndpointReplayRequestMeaning = meaningOf(eventEndpointReplayRequest, {
  origin: 'request',
  meaning: 'Sends events to an endpoint once more, with the same ids; send either since or after',
  ja: 'イベント再送リクエスト：エンドポイントに同じIDのイベントを再送する。sinceまたはafterのどちらかを指定する',
  fields: {
    ...responseType.fields,
    since: dayTime('Since: events from about this time on', '再送開始日時：およそこの時刻以降のイベント'),
    after: text(
      'After: a cursor of the event list; 0 for the oldest event that is kept',
      '再送開始カーソル：イベント一覧のカーソル。0は保存されている最も古いイベント',
      {
        maxLength: ownLimits.cursorLength,
      },
    ),
  },
  example: { ...responseType.example, since: '2026-11-20 09:30:14', after: 'NDEuNmYxYzBlOGE0Yjcy' },
  shown: ['since'],
});

export const eventAttemptMeaning = meaningOf(eventAttempt, {
  origin: 'answer',
  meaning: 'An attempt to push an event',
  ja: 'イベント送信履歴：イベントの送信1回',
  fields: {
    attempt_id: text('Attempt number: a UUID', '送信ID：UUID'),
    event_id: text('Event number: the webhook-id of the message', 'イベントID：メッセージのwebhook-id'),
    type: text('Event type', 'イベント種別'),
    at: dayTime('Sent at', '送信日時'),
    status: digits(
      'HTTP status: of the answer; 0 without an answer',
      'HTTP ステータス：応答のステータス。応答がない場合は0',
    ),
    latency_ms: digits('Duration: milliseconds', '所要時間（ミリ秒）：ミリ秒'),
    error: orEmpty(text('Error: why there was no answer', 'エラー：応答がなかった理由')),
    answer: orEmpty(text('Answer: its first 1,000 characters', '応答本文：先頭の1,000文字')),
    next_at: orEmpty(dayTime('Next attempt', '次回送信日時')),
  },
  example: {
    attempt_id: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b73',
    event_id: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b72',
    type: 'trade.updated',
    at: '2026-11-20 09:30:14',
    status: '503',
    latency_ms: '41',
    error: '',
    answer: 'busy',
    next_at: '2026-11-20 09:30:19',
  },
});

const endpoint = record('Endpoint', 'イベント送信先', eventEndpointMeaning);

export const eventEndpointAnswerMeaning = meaningOf(eventEndpointAnswer, {
  origin: 'answer',
  meaning: 'An endpoint',
  ja: 'イベント送信先レスポンス：エンドポイント1件',
  fields: { ...answerEnvelope.fields, endpoint },
  example: { ...answerEnvelope.example },
});

export const eventEndpointListAnswerMeaning = meaningOf(eventEndpointListAnswer, {
  origin: 'answer',
  meaning: 'The endpoints of the client, the oldest first',
  ja: 'イベント送信先一覧：クライアントのエンドポイント（古い順）',
  fields: { ...answerEnvelope.fields, endpoint_list: records('Endpoints', 'イベント送信先一覧', eventEndpointMeaning) },
  example: { ...answerEnvelope.example },
});

export const eventEndpointTestAnswerMeaning = meaningOf(eventEndpointTestAnswer, {
  origin: 'answer',
  meaning: 'The outcome of a test message',
  ja: 'イベント送信テスト結果：テストメッセージの送信結果',
  fields: { ...answerEnvelope.fields, endpoint, attempt: record('Attempt', '送信結果', eventAttemptMeaning) },
  example: { ...answerEnvelope.example },
});

export const eventAttemptListAnswerMeaning = meaningOf(eventAttemptListAnswer, {
  origin: 'answer',
  meaning: 'Attempts to push events to an endpoint, the newest first',
  ja: 'イベント送信履歴一覧：エンドポイントへの送信の履歴（新しい順）',
  fields: {
    ...answerEnvelope.fields,
    attempt_list: records('Attempts', '送信履歴一覧', eventAttemptMeaning),
    next_cursor: orEmpty(
      text(
        'Next cursor: send it as cursor for older attempts; "" at the end',
        '次カーソル：より古い送信履歴を取得するときにcursorとして送信する。末尾では""',
      ),
    ),
  },
  example: { ...answerEnvelope.example, next_cursor: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b73' },
});
