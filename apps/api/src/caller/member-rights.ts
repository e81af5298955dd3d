import { Injectable } from '@nestjs/common';
import { type AccessTokenClaims, AccessTokenVerifier } from '@trading-platform/auth-core';
import { errorCode } from '@trading-platform/domain-types';
import { MemberDirectory } from '@trading-platform/ordering';
import { Metrics } from '@trading-platform/service';
import type { NamedCodes, RefusedCodes } from '@trading-platform/validation';
import { LRUCache } from 'lru-cache';
import { ApiRefusal } from '../http/api-refusal.js';
import { CallerRights } from '../http/caller-rights.js';

/** The scope that an access token needs for the data API. */
const neededScope = 'qualified';
const none = { visible: [], readable: [], pair: [] } as const;

/** The rights of callers, based on the directory of members. Each function decides by itself which records a caller may see. */
@Injectable()
export class MemberRights extends CallerRights {
  /** A cache of the existing member codes. After a member is removed, its calls are refused within this time. */
  readonly #known = new LRUCache<string, true>({ max: 10_000, ttl: 3_000 });

  #hits = 0;
  #misses = 0;

  constructor(
    private readonly directory: MemberDirectory,
    verifier: AccessTokenVerifier,
    { caches }: Metrics,
  ) {
    super();
    caches.add('members', () => ({ hits: this.#hits, misses: this.#misses }));
    caches.add('tokens', () => verifier.lookups);
  }

  override async check({ scope, memberCode }: AccessTokenClaims): Promise<void> {
    if (!scope.split(' ').includes(neededScope) || !(await this.#isMember(memberCode))) {
      throw ApiRefusal.of(errorCode.noAuthority);
    }
  }

  /** Makes one lookup for each kind of right, if the request names codes for it. */
  override async refused(
    { memberCode }: AccessTokenClaims,
    { visible, readable, pair }: NamedCodes,
  ): Promise<RefusedCodes> {
    const pairs = Object.keys(pair).length > 0;
    if (visible.length + readable.length === 0 && !pairs) return none;
    const [notVisible, notReadable, notPaired] = await Promise.all([
      visible.length === 0 ? none.visible : this.directory.notVisible(memberCode, visible),
      readable.length === 0 ? none.readable : this.directory.notReadable(memberCode, readable),
      pairs ? this.directory.notPaired(memberCode, pair) : none.pair,
    ]);
    return { visible: [...notVisible], readable: [...notReadable], pair: notPaired };
  }

  async #isMember(memberCode: string): Promise<boolean> {
    if (this.#known.has(memberCode)) {
      this.#hits++;
      return true;
    }
    this.#misses++;
    if ((await this.directory.find(memberCode)) === undefined) return false;
    this.#known.set(memberCode, true);
    return true;
  }
}
