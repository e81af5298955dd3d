import { type ErrorLanguage, errorsIn } from '@trading-platform/domain-types/error-texts';
import { ignoredFieldsHeader } from './ignored-fields-header.js';
import { parseBody } from './parse-body.js';
import { examineRequest, inOrderOfFields } from './read-request.js';
import { codesOf, type NamedCodes, type RefusedCodes, refusedPlaces } from './refused-members.js';
import { requestDigest } from './request-digest.js';

/** A parsed and judged body, from this thread or another one. */
export interface JudgedBody {
  /** An instance of the request class with the known fields. Do not use it if there are defects. */
  readonly value: object;
  /** The same as JSON, for callers that only pass it on. */
  bytes(): Uint8Array;
  /** The value of `X-Ignored-Fields`. */
  readonly ignoredFields: string | undefined;
  /** The members in its well-formed fields. The application judges whether the caller may name them. */
  readonly named: NamedCodes;
  /** Whether its form has defects. Members are not judged here. */
  readonly hasDefects: boolean;
  /** `requestDigest` of `value`. */
  digest(): string;
  /** All defects and all refused members, in the order of the fields, as a JSON array. The default language is English. */
  defects(refused: RefusedCodes, language?: ErrorLanguage): Promise<Uint8Array>;
}

/**
 * Parses and judges a body in this thread. Only for small bodies, which do not block it noticeably.
 *
 * @throws UnreadableBodyError
 */
export function judgeBody(requestClass: new () => object, body: Uint8Array): JudgedBody {
  const { value = {}, errors, ignoredFields, namedMembers } = examineRequest(requestClass, parseBody(body));
  return {
    value,
    bytes: () => asJson(value),
    ignoredFields: ignoredFieldsHeader(ignoredFields),
    named: codesOf(namedMembers),
    hasDefects: errors.length > 0,
    digest: () => requestDigest(value),
    async defects(refused, language = 'en') {
      const all = inOrderOfFields(requestClass, [...errors, ...refusedPlaces(namedMembers, refused)]);
      return asJson(errorsIn(language, all));
    },
  };
}

/** JSON as bytes. */
export function asJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
