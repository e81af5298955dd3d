import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { type BodyPortion, BodyRefused, type UnreadBody } from '@trading-platform/service';
import type { JudgedBody } from '@trading-platform/validation';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from './api-refusal.js';
import { BodyJudge } from './body-judge.js';
import { callerOf } from './caller-of.js';
import { CallerRights } from './caller-rights.js';
import type { BodyConfig } from './large-body.js';
import { acceptsJson, isJsonContentType } from './media-types.js';
import { PassedOnBody } from './passed-on-body.js';
import { languageAskedBy } from './wording.js';

/**
 * Converts the body of a call to the class of the handler's parameter. The pipe runs after the guards. The order of its checks is
 * the order of the contract: declared size, content type, Accept, readable JSON, the caller's rights, and the fields (Spec 7).
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(
    private readonly rights: CallerRights,
    private readonly judge: BodyJudge,
  ) {}

  /** @throws ApiRefusal with all defects of the body */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body') return value;
    const body = value as UnreadBody;
    const config = body.request.routeOptions.config as BodyConfig;
    return this.#check(body, metatype as Type<object>, config);
  }

  async #check(
    body: UnreadBody,
    requestClass: Type<object>,
    { bodyLimitBytes, isPassedOn = false }: BodyConfig,
  ): Promise<object> {
    const { request, reply } = body;
    body.refuseDeclaredSize(bodyLimitBytes);
    if (!(body.isPlain && isJsonContentType(body.contentType ?? ''))) throw new BodyRefused('wrong-type');
    if (!acceptsJson(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable);
    const portion = body.portion();
    // The memory of a passed-on body is released when the call is answered, if it was not released before.
    if (isPassedOn) reply.raw.once('close', () => portion.free());
    const judged = await this.#readAndJudge(body, requestClass, bodyLimitBytes, portion).finally(() => {
      if (!isPassedOn) portion.free();
    });
    await this.rights.check(callerOf(request));
    await this.#refuseDefects(request, judged);
    if (judged.ignoredFields !== undefined) reply.header('X-Ignored-Fields', judged.ignoredFields);
    return isPassedOn ? new PassedOnBody(judged, portion) : judged.value;
  }

  async #readAndJudge(
    body: UnreadBody,
    requestClass: Type<object>,
    limitBytes: number | undefined,
    portion: BodyPortion,
  ): Promise<JudgedBody> {
    const bytes = await body.read(portion, limitBytes);
    return this.judge.judge(requestClass, bytes, body.request.headers['idempotency-key'] !== undefined);
  }

  /**
   * Refuses malformed bodies, and bodies with members that the caller may not name. All defects are reported together.
   */
  async #refuseDefects(request: FastifyRequest, judged: JudgedBody): Promise<void> {
    const { named, hasDefects, ignoredFields } = judged;
    // In a well-formed request, the pair of members is not checked here, because the lookup reads the same data and checks the
    // pair itself.
    const unjudged = hasDefects ? named : { ...named, pair: {} };
    const refused = await this.rights.refused(callerOf(request), unjudged);
    if (!hasDefects && Object.values(refused).every((codes) => codes.length === 0)) return;
    const headers = ignoredFields === undefined ? {} : { 'X-Ignored-Fields': ignoredFields };
    throw ApiRefusal.ofList(await judged.defects(refused, languageAskedBy(request)), { headers });
  }
}
