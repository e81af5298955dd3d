import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import type { JudgedBody } from '@trading-platform/validation';
import type { FastifyRequest } from 'fastify';
import { Authority } from '../caller/authority.js';
import { NamedMembers } from '../caller/named-members.js';
import { ApiRefusal } from './api-refusal.js';
import { BodyJudge } from './body-judge.js';
import { BodyMemory } from './body-memory.js';
import { Call, callerOf } from './call.js';
import { acceptsJson } from './media-types.js';
import { readBody, refuseDeclaredSize, refuseOtherContentTypes } from './read-body.js';

/** What a call's body is read as, and how long it may be, in bytes. */
export interface ExpectedBody {
  readonly requestClass: Type<object>;
  readonly limitBytes: number;
}

/**
 * What is asked of a body after the guards, in the order of the contract: its size, its type, what the caller wants
 * back, whether it can be read, whether the caller may, and its fields (Spec 7).
 */
@Injectable()
export class RequestPipe implements PipeTransform<Call, Promise<Call>> {
  constructor(
    private readonly authority: Authority,
    private readonly members: NamedMembers,
    private readonly memory: BodyMemory,
    private readonly judge: BodyJudge,
  ) {}

  async transform({ request, reply }: Call, { data }: ArgumentMetadata): Promise<Call> {
    const expected = data as unknown as ExpectedBody;
    refuseDeclaredSize(request, expected.limitBytes);
    refuseOtherContentTypes(request);
    if (!acceptsJson(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable);
    const judged = await this.readAndJudge(request, expected);
    await this.authority.check(request);
    await this.refuseDefects(request, judged);
    if (judged.ignoredFields !== undefined) reply.header('X-Ignored-Fields', judged.ignoredFields);
    return new Call(request, reply, judged);
  }

  private async readAndJudge(request: FastifyRequest, { requestClass, limitBytes }: ExpectedBody): Promise<JudgedBody> {
    const { memberCode, clientId } = callerOf(request);
    const portion = this.memory.portion(`${memberCode} ${clientId}`);
    try {
      const body = await readBody(request, limitBytes, portion);
      return await this.judge.judge(requestClass, body, request.headers['idempotency-key'] !== undefined);
    } finally {
      portion.free();
    }
  }

  /** @throws ApiRefusal with the defects of form and the members that the caller may not name, all at once */
  private async refuseDefects(request: FastifyRequest, judged: JudgedBody): Promise<void> {
    const { named, hasDefects, ignoredFields } = judged;
    // The lookup of a sound request judges its pair itself, and keeps what it finds.
    const unjudged = hasDefects ? named : { ...named, pair: {} };
    const refused = await this.members.refused(callerOf(request).memberCode, unjudged);
    if (!hasDefects && Object.values(refused).every((codes) => codes.length === 0)) return;
    const headers = ignoredFields === undefined ? {} : { 'X-Ignored-Fields': ignoredFields };
    throw ApiRefusal.ofList(await judged.defects(refused), { headers });
  }
}
