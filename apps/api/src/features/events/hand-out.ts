import { Injectable } from '@nestjs/common';
import { AccessTokenVerifier, AuthError, bearerChallenge } from '@trading-platform/auth-core';
import { errorCode } from '@trading-platform/domain-types';
import { EventLog, EventLogError, type EventPage } from '@trading-platform/event-log';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from '../../http/api-refusal.js';
import { callerOf } from '../../http/caller-of.js';
import { CallerRights } from '../../http/caller-rights.js';
import type { AskedEvents } from './event-queries.js';

/** The length of the scheme and the space before the token. */
const bearerLength = 'Bearer '.length;

/** Reads events. When events are handed out after a wait, the rights of the caller are checked again. */
@Injectable()
export class HandOut {
  constructor(
    private readonly log: EventLog,
    private readonly verifier: AccessTokenVerifier,
    private readonly rights: CallerRights,
  ) {}

  /** @throws ApiRefusal E000023 if events after the cursor are no longer kept */
  async read(asked: AskedEvents): Promise<EventPage> {
    try {
      return await this.log.read(asked);
    } catch (error) {
      if (!(error instanceof EventLogError)) throw error;
      const code = error.code === 'cursor-too-old' ? errorCode.cursorTooOld : errorCode.wrongFormat;
      throw ApiRefusal.of(code, { item: 'after', cause: error });
    }
  }

  /** Whether the token is still valid. This check needs no call to other services. */
  isTokenValid(request: FastifyRequest): boolean {
    return this.verifier.recall(tokenOf(request)) !== undefined;
  }

  /**
   * Resolves if the caller may still get these events.
   *
   * @throws ApiRefusal E100002 if the token has ended or was revoked, or if the caller no longer sees all members
   */
  async requireRights(request: FastifyRequest, { filter: { memberCodes } }: AskedEvents): Promise<void> {
    const caller = callerOf(request);
    if (!this.isTokenValid(request)) await this.#verify(tokenOf(request));
    await this.rights.check(caller);
    if (memberCodes.length === 1 && memberCodes[0] === caller.memberCode) return;
    const { visible } = await this.rights.refused(caller, { visible: memberCodes, readable: [], pair: {} });
    if (visible.length > 0) throw ApiRefusal.of(errorCode.memberNotVisible, { item: 'member_codes' });
  }

  async #verify(token: string): Promise<void> {
    try {
      await this.verifier.verify(token);
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== 'token-invalid') throw error;
      throw ApiRefusal.of(errorCode.tokenInvalid, {
        headers: { 'WWW-Authenticate': bearerChallenge(error.message) },
        cause: error,
      });
    }
  }
}

/** The guard has already verified the header. */
function tokenOf({ headers }: FastifyRequest): string {
  return (headers.authorization ?? '').slice(bearerLength).trim();
}
