import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import type { JudgedBody } from '@trading-platform/validation';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from './api-refusal.js';
import { BodyJudge } from './body-judge.js';
import { BodyMemory } from './body-memory.js';
import { callerOf, clientKey } from './caller-of.js';
import { CallerRights } from './caller-rights.js';
import { acceptsJson } from './media-types.js';
import { readBody, refuseDeclaredSize, refuseOtherContentTypes } from './read-body.js';
import type { UnreadBody } from './unread-body.js';

/** Largest body of a call whose `@RouteConfig` names no other `bodyLimitBytes` (Spec 7, E700006). */
const defaultLimitBytes = 1_048_576;

/**
 * Makes of the body of a call what the type of its parameter says. What is asked of it after the guards, in the order of the
 * contract: its size, its type, what the caller wants back, whether it can be read, whether the caller may call, and its
 * fields (Spec 7).
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(
    private readonly rights: CallerRights,
    private readonly memory: BodyMemory,
    private readonly judge: BodyJudge,
  ) {}

  /** @throws ApiRefusal with all defects of the body */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body') return value;
    return this.check(value as UnreadBody, metatype as Type<object>).then((judged) => judged.value);
  }

  protected async check({ request, reply }: UnreadBody, requestClass: Type<object>): Promise<JudgedBody> {
    const { bodyLimitBytes = defaultLimitBytes } = request.routeOptions.config as { bodyLimitBytes?: number };
    refuseDeclaredSize(request, bodyLimitBytes);
    refuseOtherContentTypes(request);
    if (!acceptsJson(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable);
    const judged = await this.readAndJudge(request, requestClass, bodyLimitBytes);
    await this.rights.check(callerOf(request));
    await this.refuseDefects(request, judged);
    if (judged.ignoredFields !== undefined) reply.header('X-Ignored-Fields', judged.ignoredFields);
    return judged;
  }

  private async readAndJudge(
    request: FastifyRequest,
    requestClass: Type<object>,
    limitBytes: number,
  ): Promise<JudgedBody> {
    const portion = this.memory.portion(clientKey(callerOf(request)));
    try {
      const body = await readBody(request, limitBytes, portion);
      return await this.judge.judge(requestClass, body, request.headers['idempotency-key'] !== undefined);
    } finally {
      portion.free();
    }
  }

  /** The defects of its form and the members that the caller may not name, all at once. */
  private async refuseDefects(request: FastifyRequest, judged: JudgedBody): Promise<void> {
    const { named, hasDefects, ignoredFields } = judged;
    // The lookup of a sound request judges its pair itself, and keeps what it finds.
    const unjudged = hasDefects ? named : { ...named, pair: {} };
    const refused = await this.rights.refused(callerOf(request), unjudged);
    if (!hasDefects && Object.values(refused).every((codes) => codes.length === 0)) return;
    const headers = ignoredFields === undefined ? {} : { 'X-Ignored-Fields': ignoredFields };
    throw ApiRefusal.ofList(await judged.defects(refused), { headers });
  }
}
