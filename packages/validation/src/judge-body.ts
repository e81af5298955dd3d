import { ignoredFieldsHeader } from './ignored-fields-header.js';
import { parseBody } from './parse-body.js';
import { examineRequest, inOrderOfFields } from './read-request.js';
import { codesOf, type NamedCodes, type RefusedCodes, refusedPlaces } from './refused-members.js';
import { requestDigest } from './request-digest.js';

/** A body that was parsed and judged, here or in another thread. */
export interface JudgedBody {
  /** What was read of it: known fields only, an instance of the request class; without use where there are defects. */
  readonly value: object;
  /** The same as JSON, for those who only pass it on. */
  bytes(): Uint8Array;
  /** The value of `X-Ignored-Fields`. */
  readonly ignoredFields: string | undefined;
  /** The members that its well-formed fields name; whether the caller may is for the application to judge. */
  readonly named: NamedCodes;
  /** Whether something is wrong with it, whatever its members. */
  readonly hasDefects: boolean;
  /** `requestDigest` of `value`. */
  digest(): string;
  /** All defects, those of the refused members among them, in the order of the fields, as a JSON array. */
  defects(refused: RefusedCodes): Promise<Uint8Array>;
}

/**
 * Parses and judges a body at once, in this thread: for bodies that are too small to hold it up.
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
    async defects(refused) {
      return asJson(inOrderOfFields(requestClass, [...errors, ...refusedPlaces(namedMembers, refused)]));
    },
  };
}

/** A list of defects as the bytes that go into the answer. */
export function asJson(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
