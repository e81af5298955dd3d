import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { ignoredFieldsHeader, readRequest } from '@trading-platform/validation';
import { Authority } from '../caller/authority.js';
import { ApiRefusal } from './api-refusal.js';
import { Call } from './call.js';
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
  constructor(private readonly authority: Authority) {}

  async transform({ request, reply }: Call, { data }: ArgumentMetadata): Promise<Call> {
    refuseDeclaredSize(request, bodyLimitBytes);
    refuseOtherContentTypes(request);
    if (!acceptsJson(request.headers.accept)) throw ApiRefusal.of(errorCode.notAcceptable);
    request.body = await readJsonBody(request, bodyLimitBytes);
    await this.authority.check(request);
    const { value, ignoredFields } = readRequest(data as unknown as Type<object>, request.body);
    const ignored = ignoredFieldsHeader(ignoredFields);
    if (ignored !== undefined) reply.header('X-Ignored-Fields', ignored);
    return new Call(request, reply, value);
  }
}
