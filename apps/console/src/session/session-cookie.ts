import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { cookie, readCookies } from './cookies.js';
import { Seal } from './seal.js';
import { isSession, type Session } from './session.js';

const hourMs = 3_600_000;

/**
 * Stores the session in a sealed cookie. Browsers send the cookie only to this origin, and only from pages of this
 * origin.
 */
@Injectable()
export class SessionCookie {
  readonly #name: string;
  readonly #secure: boolean;
  readonly #lifetimeMs: number;

  constructor(
    @Inject(ENV) { url, sessionHours }: Env,
    private readonly seal: Seal,
  ) {
    this.#secure = url.startsWith('https:');
    // Because of this prefix, browsers refuse the cookie from other hosts and over http (RFC 6265bis 4.1.3.2).
    this.#name = this.#secure ? '__Host-console' : 'console';
    this.#lifetimeMs = sessionHours * hourMs;
  }

  /** The session ends at this time, even if the session is used until then. Epoch milliseconds. */
  endOf({ signedInAt }: Session): number {
    return signedInAt + this.#lifetimeMs;
  }

  /** Returns the session of a call, or undefined if there is none or if it has ended. */
  async read({ headers }: FastifyRequest): Promise<Session | undefined> {
    const text = readCookies(headers.cookie).get(this.#name);
    const value = text === undefined ? undefined : await this.seal.open('session', text);
    return isSession(value) && Date.now() < this.endOf(value) ? value : undefined;
  }

  async write(reply: FastifyReply, session: Session): Promise<void> {
    this.#set(reply, await this.seal.seal('session', session), Math.ceil((this.endOf(session) - Date.now()) / 1_000));
  }

  remove(reply: FastifyReply): void {
    this.#set(reply, '', 0);
  }

  #set(reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    void reply.header(
      'Set-Cookie',
      cookie(this.#name, value, { path: '/', sameSite: 'Strict', secure: this.#secure, maxAgeSeconds }),
    );
  }
}
