import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import {
  type ExaminedRequest,
  examineRequest,
  ignoredFieldsHeader,
  inOrderOfFields,
  RequestRefusedError,
} from '@trading-platform/validation';
import type { FastifyRequest } from 'fastify';
import { Authority } from '../caller/authority.js';
import { NamedMembers } from '../ordering/named-members.js';
import { ApiRefusal } from './api-refusal.js';
import { Call, callerOf } from './call.js';
import { acceptsJson } from './media-types.js';
import { readJsonBody, refuseDeclaredSize, refuseOtherContentTypes } from './read-json-body.js';

/** Largest body of a call, in bytes (Spec 7, E700006). */
const bodyLimitBytes = 1_048_576;

/**
 * What is asked of a body after the guards, in the order of the contract: its size, its type, what the caller wants
 * back, whether it can be read, whether the caller may, and its fields (Spec 7).
 */
@Injectable()
export class RequestPipe implements PipeTransform<Call, Promise<Call>> {
  constructor(
    private readonly authority: Authority,
    private readonly members: NamedMembers,
  ) {}

  async transform({ request, reply }: Call, { data }: ArgumentMetadata): Promise<Call> {
    refuseDeclaredSize(request, bodyLimitBytes);
    refuseOtherContentTypes(request);
    if (!acceptsJson(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable);
    request.body = await readJsonBody(request, bodyLimitBytes);
    await this.authority.check(request);
    const requestClass = data as unknown as Type<object>;
    const examined = examineRequest(requestClass, request.body);
    await this.refuseDefects(requestClass, request, examined);
    const ignored = ignoredFieldsHeader(examined.ignoredFields);
    if (ignored !== undefined) reply.header('X-Ignored-Fields', ignored);
    return new Call(request, reply, examined.value ?? {});
  }

  /** @throws RequestRefusedError with the defects of form and the members that the caller may not name, all at once */
  private async refuseDefects(
    requestClass: Type<object>,
    request: FastifyRequest,
    { errors, namedMembers, ignoredFields }: ExaminedRequest,
  ): Promise<void> {
    // The lookup of a sound request judges its pair itself, and keeps what it finds.
    const unjudged = errors.length > 0 ? namedMembers : namedMembers.filter(({ right }) => right !== 'pair');
    const refused = await this.members.refusals(callerOf(request).memberCode, unjudged);
    if (errors.length + refused.length === 0) return;
    throw new RequestRefusedError(inOrderOfFields(requestClass, [...errors, ...refused]), ignoredFields);
  }
}
