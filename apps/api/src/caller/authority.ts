import { Injectable } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import { MemberDirectory } from '@trading-platform/ordering';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from '../http/api-refusal.js';
import { callerOf } from '../http/call.js';

/** What a token must be good for to use the data API. */
const neededScope = 'qualified';
const knownForMs = 10_000;
const knownAtMost = 10_000;

/** Whether a caller may use the data API at all (Spec 7, E100001). Which records it sees is the functions' affair. */
@Injectable()
export class Authority {
  /** Members that exist, and until when that is believed. */
  readonly #known = new Map<string, number>();

  constructor(private readonly members: MemberDirectory) {}

  /** @throws ApiRefusal E100001 */
  async check(request: FastifyRequest): Promise<void> {
    const { scope, memberCode } = callerOf(request);
    if (!scope.split(' ').includes(neededScope) || !(await this.isMember(memberCode))) {
      throw ApiRefusal.of(errorCode.noAuthority);
    }
  }

  private async isMember(memberCode: string): Promise<boolean> {
    const now = performance.now();
    if ((this.#known.get(memberCode) ?? 0) > now) return true;
    if ((await this.members.find(memberCode)) === undefined) return false;
    if (this.#known.size >= knownAtMost) this.#known.clear();
    this.#known.set(memberCode, now + knownForMs);
    return true;
  }
}
