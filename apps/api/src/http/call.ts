import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { type JudgedBody, requestDigest } from '@trading-platform/validation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { servedEnvelope } from './envelope.js';

/** A call of the data API, from the guards on. */
export class Call<Body extends object = object> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly #judged: JudgedBody | undefined;

  /** @param judged the checked body of a call that has one */
  constructor(request: FastifyRequest, reply: FastifyReply, judged?: JudgedBody) {
    this.request = request;
    this.reply = reply;
    this.#judged = judged;
  }

  /** The checked body; empty for a call that has none. */
  get body(): Body {
    return (this.#judged?.value ?? {}) as Body;
  }

  /** The checked body as JSON: to make values of a very large one would hold up others. */
  get bodyBytes(): Uint8Array {
    return this.#judged?.bytes() ?? Buffer.from('{}');
  }

  /** What tells this request from others: the fields that its function knows, after reading them. */
  get bodyDigest(): string {
    return this.#judged?.digest() ?? requestDigest({});
  }

  get id(): string {
    return this.request.id;
  }

  /** Who calls. */
  get caller(): AccessTokenClaims {
    return callerOf(this.request);
  }

  /** A batch belongs to the member and the client that requested it (Spec 4.6). */
  get owner(): { readonly memberCode: string; readonly clientId: string } {
    const { memberCode, clientId } = this.caller;
    return { memberCode, clientId };
  }

  /** The whole answer of a call that was served (Spec 2.2). */
  async served(answer: object | Promise<object>): Promise<object> {
    return servedEnvelope(this.id, await answer);
  }

  /** Answers around Fastify: its hooks still see the request begin and end, the bytes go to the line as they are. */
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.reply.hijack();
    this.reply.raw.writeHead(status, { ...(this.reply.getHeaders() as Record<string, string>), ...headers });
  }
}

/** The claims of the access token that the guard has verified. */
export function callerOf(request: FastifyRequest): AccessTokenClaims {
  const { user } = request as FastifyRequest & { user?: AccessTokenClaims };
  if (user === undefined) throw new Error('No guard has verified a token before the caller was asked for');
  return user;
}
