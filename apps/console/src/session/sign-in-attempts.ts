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
/** The name of a cookie contains this many characters of the state, so that two tabs can sign in at the same time. */
const nameCharacters = 12;

/** The request whose cookies the store reads, and the reply on which the store sets a cookie. */
export interface SignInRequest {
  readonly headers: { readonly cookie?: string | undefined };
  readonly res: FastifyReply;
  /** The path of this page that is shown after the sign-in. */
  readonly returnTo?: string;
}

/**
 * While the user is on the authorization page, keeps state and PKCE verifier in a sealed cookie for each attempt. `Lax`
 * is necessary because the browser returns from another site.
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

  /** Returns undefined if this browser began no such sign-in, or began it too long ago. */
  async end({ headers }: SignInRequest, state: unknown): Promise<StoredSignIn | undefined> {
    if (typeof state !== 'string') return undefined;
    const text = readCookies(headers.cookie).get(nameOf(state));
    const value = text === undefined ? undefined : await this.seal.open('sign-in', text);
    if (!isSignInAttempt(value) || value.state !== state) return undefined;
    if (Date.now() >= value.begunAt + lifetimeSeconds * 1_000) return undefined;
    return { codeVerifier: value.codeVerifier, info: value.returnTo };
  }

  /** A callback ends its sign-in attempt, whether the sign-in succeeds or not. */
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
