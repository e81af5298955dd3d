import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../env.js';
import { cookie, readCookies } from './cookies.js';
import { Seal } from './seal.js';
import { isSignInAttempt, type SignInAttempt } from './session.js';

const lifetimeSeconds = 900;
/** Of the state, so that two tabs can sign in at once. */
const nameCharacters = 12;

/** What the browser keeps while its user is on the authorization page; it comes back from another site, hence `Lax`. */
@Injectable()
export class SignInCookie {
  readonly #secure: boolean;

  constructor(
    @Inject(ENV) { url }: Env,
    private readonly seal: Seal,
  ) {
    this.#secure = url.startsWith('https:');
  }

  /** The attempt that the callback belongs to; nothing if this browser has begun none, or too long ago. */
  async read({ headers }: FastifyRequest, state: string): Promise<SignInAttempt | undefined> {
    const text = readCookies(headers.cookie).get(nameOf(state));
    const value = text === undefined ? undefined : await this.seal.open('sign-in', text);
    return isSignInAttempt(value) && Date.now() < value.begunAt + lifetimeSeconds * 1_000 ? value : undefined;
  }

  async write(reply: FastifyReply, state: string, attempt: SignInAttempt): Promise<void> {
    this.#set(reply, nameOf(state), await this.seal.seal('sign-in', attempt), lifetimeSeconds);
  }

  remove(reply: FastifyReply, state: string): void {
    this.#set(reply, nameOf(state), '', 0);
  }

  #set(reply: FastifyReply, name: string, value: string, maxAgeSeconds: number): void {
    void reply.header(
      'Set-Cookie',
      cookie(name, value, { path: '/sign-in', sameSite: 'Lax', secure: this.#secure, maxAgeSeconds }),
    );
  }
}

function nameOf(state: string): string {
  return `console-sign-in-${state.replace(/[^A-Za-z0-9]/g, '').slice(0, nameCharacters)}`;
}
