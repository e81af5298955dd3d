import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { requireRight } from '@trading-platform/auth-core/nest';
import { type ErrorEntry, errorCode, eventTypes, maxElements, maxLength } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { typesOf } from '@trading-platform/event-log';
import type { EndpointTerms } from '@trading-platform/event-push';
import { GuardedCallError, GuardedHttp } from '@trading-platform/service/outbound';
import { ApiRefusal, errorOf, textOf } from '../../http/api-refusal.js';
import { CallerRights } from '../../http/caller-rights.js';

const mostPatterns = 20;
const tradePrefix = 'trade.';

/** The contents of a body about an endpoint. */
interface AskedTerms {
  readonly url?: string;
  readonly types?: string;
  readonly member_codes?: string;
  readonly description?: string;
}

/** Reads the terms of an endpoint. Terms with defects are refused, and the refusal names every defect. */
@Injectable()
export class EndpointTermsReader {
  constructor(
    private readonly rights: CallerRights,
    private readonly caller: GuardedHttp,
  ) {}

  /** @throws ApiRefusal; RightMissing if the body names types for which the token lacks the right */
  async read(asked: AskedTerms, caller: AccessTokenClaims): Promise<Partial<EndpointTerms>> {
    const errors: ErrorEntry[] = [];
    if (asked.url !== undefined) this.#checkUrl(asked.url, errors);
    const types = asked.types === undefined ? undefined : readTypes(asked.types, caller, errors);
    const memberCodes =
      asked.member_codes === undefined ? undefined : await this.#readMembers(asked.member_codes, caller, errors);
    if (errors.length > 0) throw ApiRefusal.ofAll(errors);
    return {
      ...(asked.url === undefined ? {} : { url: asked.url }),
      ...(types === undefined ? {} : { types }),
      ...(memberCodes === undefined ? {} : { memberCodes }),
      ...(asked.description === undefined ? {} : { description: asked.description }),
    };
  }

  #checkUrl(url: string, errors: ErrorEntry[]): void {
    try {
      this.caller.check(url);
    } catch (error) {
      if (!(error instanceof GuardedCallError)) throw error;
      const code = error.code === 'address-refused' ? errorCode.notAllowed : errorCode.wrongFormat;
      errors.push(errorOf(code, { item: 'url', detail: errorText('address', { Reason: textOf(error) }) }));
    }
  }

  async #readMembers(text: string, caller: AccessTokenClaims, errors: ErrorEntry[]): Promise<readonly string[]> {
    const item = 'member_codes';
    const codes = elementsOf(text);
    if (codes.length === 0) return [caller.memberCode];
    if (codes.length > maxElements.member_codes) errors.push(errorOf(errorCode.tooManyElements, { item }));
    else if (codes.some((code) => code.length > maxLength.member_code_self)) {
      errors.push(errorOf(errorCode.tooLong, { item }));
    } else {
      const { visible } = await this.rights.refused(caller, { visible: codes, readable: [], pair: {} });
      for (const code of visible) {
        errors.push(errorOf(errorCode.memberNotVisible, { item: `${item}[${codes.indexOf(code)}]` }));
      }
    }
    return codes;
  }
}

function readTypes(text: string, caller: AccessTokenClaims, errors: ErrorEntry[]): readonly string[] {
  const item = 'types';
  const patterns = elementsOf(text);
  if (patterns.length > mostPatterns) errors.push(errorOf(errorCode.tooManyElements, { item }));
  else if (patterns.some((pattern) => typesOf(pattern).length === 0)) {
    const detail = errorText('eventTypes', { types: eventTypes.join(', ') });
    errors.push(errorOf(errorCode.notAllowed, { item, detail }));
  }
  if (patterns.some((pattern) => pattern.startsWith(tradePrefix))) requireRight(caller, 'trade');
  return patterns.length === 0 ? ['*'] : patterns;
}

function elementsOf(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return [...new Set(text.split(',').map((element) => element.trim()))];
}
