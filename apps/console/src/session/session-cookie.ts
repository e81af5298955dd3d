import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { cookie, readCookies } from './cookies.js';
import { Seal } from './seal.js';
import { isSession, type Session } from './session.js';

const hourMs = 3_600_000;

/** The cookie that is the session: sealed, for this origin alone, and sent with calls of our own pages only. */
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
    // The prefix makes browsers refuse it from other hosts and over http (RFC 6265bis 4.1.3.2).
    this.#name = this.#secure ? '__Host-console' : 'console';
    this.#lifetimeMs = sessionHours * hourMs;
  }

  /** When a session ends, however much it is used; epoch milliseconds. */
  endOf({ signedInAt }: Session): number {
    return signedInAt + this.#lifetimeMs;
  }

  /** The session of a call; undefined if there is none, or if it is over. */
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
