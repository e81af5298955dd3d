import { Get, Inject, Param } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  codeLength,
  errorCode,
  formatTokyoDateTime,
  ownLimits,
  slipAnswer,
  slipHistoryAnswer,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { presentActions, SlipStories, type UnseenSlip } from '@trading-platform/ordering';
import { DataApi } from '../../caller/data-api.js';
import { ENV, type Env } from '../../env.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { Bodyless } from '../../http/bodyless.js';
import { QueryTexts, type Texts } from '../../http/query-texts.js';
import { Operation } from '../../reference/operation.decorator.js';
import type { DescribedValues } from '../../reference/value-description.js';
import { changeRecord, slipRecord } from './slip-records.js';

const slipParameters = { member_code_self: codeLength.member_code_self };
const historyParameters = { ...slipParameters, cursor: ownLimits.cursorLength };

const slipQuery: DescribedValues = {
  member_code_self: {
    meaning:
      "Member of the wanted view; the caller's own member if left out; required if the caller sees both views and is neither member",
    ja: '自社会員コード：どの会員から見た伝票か。省略時は呼び出し元の会員。双方を参照でき、いずれの当事者でもない場合は必須',
    schema: { type: 'string', maxLength: codeLength.member_code_self },
    example: '10010001',
  },
};
const historyQuery: DescribedValues = {
  ...slipQuery,
  cursor: {
    meaning: 'next_cursor of the previous page',
    ja: 'カーソル：前のページのnext_cursor',
    schema: { type: 'string', maxLength: ownLimits.cursorLength },
    example: 'MTA4MA',
  },
};

const refusals = {
  codes: [errorCode.missing, errorCode.wrongFormat, errorCode.tooLong],
  notFound: errorCode.slipUnknown,
} as const;

/** Shows single slips and their histories. Reading a slip here marks nothing as downloaded. */
@DataApi('Slips')
export class SlipController {
  constructor(
    private readonly stories: SlipStories,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get('trades/:tradeId')
  @Bodyless('json')
  @Operation({
    right: 'trade',
    call: calls.slip,
    answer: slipAnswer,
    query: slipQuery,
    ...refusals,
  })
  async show(
    @Param('tradeId') tradeId: string,
    @QueryTexts(slipParameters) { member_code_self: memberCodeSelf }: Texts<typeof slipParameters>,
    @Caller() caller: AccessTokenClaims,
  ) {
    const found = await this.stories.find({ callerMemberCode: caller.memberCode, tradeId, memberCodeSelf });
    if (typeof found === 'string') throw refusalOf(found);
    const acting = { callerMemberCode: caller.memberCode, memberCodeSelf: found.view.memberCodeSelf };
    const present = presentActions(found.slip, acting, this.env);
    const actions = caller.rights.includes('update') ? present.actions : [];
    return { trade: slipRecord(found, { ...present, actions }, formatTokyoDateTime(Date.now())) };
  }

  @Get('trades/:tradeId/history')
  @Bodyless('json')
  @Operation({
    right: 'trade',
    call: calls.slipHistory,
    answer: slipHistoryAnswer,
    query: historyQuery,
    ...refusals,
  })
  async history(
    @Param('tradeId') tradeId: string,
    @QueryTexts(historyParameters) { member_code_self: memberCodeSelf, cursor }: Texts<typeof historyParameters>,
    @Caller() caller: AccessTokenClaims,
  ) {
    const asked = { callerMemberCode: caller.memberCode, tradeId, memberCodeSelf };
    const found = await this.stories.history(asked, cursor);
    if (found === 'wrong-cursor') throw ApiRefusal.of(errorCode.wrongFormat, { item: 'cursor' });
    if (typeof found === 'string') throw refusalOf(found);
    return {
      history_list: found.changes.map((change) => changeRecord(change, found.memberCodeSelf)),
      next_cursor: found.nextCursor,
    };
  }
}

function refusalOf(unseen: UnseenSlip): ApiRefusal {
  return unseen === 'unknown'
    ? ApiRefusal.of(errorCode.slipUnknown, {
        status: 404,
        detail: errorText('slipUnseen'),
      })
    : ApiRefusal.of(errorCode.missing, {
        item: 'member_code_self',
        detail: errorText('viewUnnamed'),
      });
}
