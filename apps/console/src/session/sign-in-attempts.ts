import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SignInStore, StoredSignIn } from '@trading-platform/auth-core/passport';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../env.js';
import { cookie, readCookies } from './cookies.js';
import { Seal } from './seal.js';
import { isSignInAttempt, type SignInAttempt } from './session.js';

const lifetimeSeconds = 900;
const stateBytes = 18;
/** The number of characters of the state in a cookie's name, so that two tabs can sign in at once. */
const nameCharacters = 12;

/** The part of a request that the store reads, and the reply that takes the cookie. */
export interface SignInRequest {
  readonly headers: { readonly cookie?: string | undefined };
  readonly res: FastifyReply;
  /** The path of this page to which the user goes afterwards. */
  readonly returnTo?: string;
}

/**
 * Keeps state and PKCE verifier in a sealed cookie for each attempt, while the user is on the authorization page. The browser comes back from
 * another site, hence `Lax`.
 */
@Injectable()
export class SignInAttempts implements SignInStore<SignInRequest> {
  readonly #secure: boolean;

  constructor(
    @Inject(ENV) { url }: Env,
    private readonly seal: Seal,
  ) {
    this.#secure = url.startsWith('https:');
  }

  async begin({ res, returnTo = '/' }: SignInRequest, codeVerifier: string): Promise<string> {
    const state = randomBytes(stateBytes).toString('base64url');
    const attempt: SignInAttempt = { state, codeVerifier, returnTo, begunAt: Date.now() };
    this.#set(res, state, await this.seal.seal('sign-in', attempt), lifetimeSeconds);
    return state;
  }

  /** Undefined if this browser has not begun such an attempt, or too long ago. */
  async end({ headers }: SignInRequest, state: unknown): Promise<StoredSignIn | undefined> {
    if (typeof state !== 'string') return undefined;
    const text = readCookies(headers.cookie).get(nameOf(state));
    const value = text === undefined ? undefined : await this.seal.open('sign-in', text);
    if (!isSignInAttempt(value) || value.state !== state) return undefined;
    if (Date.now() >= value.begunAt + lifetimeSeconds * 1_000) return undefined;
    return { codeVerifier: value.codeVerifier, info: value.returnTo };
  }

  /** Every attempt ends with its callback. */
  remove(reply: FastifyReply, state: unknown): void {
    this.#set(reply, typeof state === 'string' ? state : '', '', 0);
  }

  #set(reply: FastifyReply, state: string, value: string, maxAgeSeconds: number): void {
    const terms = { path: '/sign-in', sameSite: 'Lax', secure: this.#secure, maxAgeSeconds } as const;
    void reply.header('Set-Cookie', cookie(nameOf(state), value, terms));
  }
}

function nameOf(state: string): string {
  return `console-sign-in-${state.replace(/[^A-Za-z0-9]/g, '').slice(0, nameCharacters)}`;
}
