import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { Authority } from '../caller/authority.js';
import { ApiRefusal } from './api-refusal.js';
import type { Call } from './call.js';
import { acceptsJson, acceptsNdjson } from './media-types.js';

const accepted = { json: acceptsJson, ndjson: acceptsNdjson } as const;

/** What a call without a body answers with, if it is served. */
export type AnswerType = keyof typeof accepted;

/** What is asked of a call without a body after the guards: what the caller wants back, and whether the caller may. */
@Injectable()
export class BodylessPipe implements PipeTransform<Call, Promise<Call>> {
  constructor(private readonly authority: Authority) {}

  async transform(call: Call, { data }: ArgumentMetadata): Promise<Call> {
    const answerType = data as AnswerType;
    if (!accepted[answerType](call.request.headers.accept)) {
      const detail =
        answerType === 'ndjson' ? 'The answer is NDJSON: let Accept allow application/x-ndjson.' : undefined;
      throw ApiRefusal.of(errorCode.notAcceptable, detail === undefined ? {} : { detail });
    }
    await this.authority.check(call.request);
    return call;
  }
}
