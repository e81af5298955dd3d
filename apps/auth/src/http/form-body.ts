import { isUtf8 } from 'node:buffer';
import { AuthError } from '@trading-platform/auth-core';
import { BodyRefused, isUtf8Name, mediaTypeOf, type UnreadBody } from '@trading-platform/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const formType = 'application/x-www-form-urlencoded';

/** The maximum size of a form: 16 kB. */
export const formBytes = 16_384;

const notAForm = () => new AuthError('invalid_request', `The body must be ${formType}`);
const notUtf8 = () => new AuthError('invalid_request', 'The form must be in UTF-8; other character sets are not read');
const tooLarge = () => new AuthError('invalid_request', 'The body is larger than 16 kB');

/**
 * The result of reading a body: either the text of the form or the reason why there is no form and, in both cases, the characters
 * that were received.
 */
interface FormBody {
  readonly form: string | AuthError;
  readonly seen: string;
}

/**
 * Reads the body of every POST to a known path. The body is checked only when an endpoint needs it, so that each endpoint can
 * answer an invalid body in its own way. A form remains text, so that repeated parameters can be found.
 */
export function readForms(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', async (request) => {
    const { body, method, is404 } = request;
    if (method === 'POST' && !is404) request.body = await readForm(body as UnreadBody);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // The rest of the body is not read, so the connection must be closed.
    if (!request.raw.complete) void reply.header('Connection', 'close');
    done(null, payload);
  });
}

/**
 * Returns the text of the form that a request has sent.
 *
 * @throws AuthError `invalid_request` for a body that is no form, is not in UTF-8, or is larger than 16 kB
 */
export function formOf({ body }: FastifyRequest): string {
  const { form = notAForm() } = body as Partial<FormBody>;
  if (form instanceof AuthError) throw form;
  return form;
}

/** Whether a request has sent a form that can be read. */
export function isForm({ body }: FastifyRequest): boolean {
  return typeof (body as FormBody | undefined)?.form === 'string';
}

/** Returns the characters of a body, even if it is not a form, or `''` if there is no body. */
export function seenOf({ body }: FastifyRequest): string {
  return (body as FormBody | undefined)?.seen ?? '';
}

async function readForm(body: UnreadBody): Promise<FormBody> {
  const { bytes, isWhole } = await readBytes(body);
  const seen = bytes.toString('latin1');
  const type = mediaTypeOf(body.contentType);
  if (type?.essence !== formType) return { form: notAForm(), seen };
  if (!isWhole) return { form: tooLarge(), seen };
  if (!isUtf8Name(type.params.get('charset')) || !isUtf8(bytes)) return { form: notUtf8(), seen };
  const form = bytes.toString('utf8');
  return { form: isMisread(form) ? notUtf8() : form, seen };
}

/** Reads the whole body, or only its beginning if it is too large. */
async function readBytes(body: UnreadBody): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const portion = body.portion();
  try {
    return { bytes: await body.read(portion), isWhole: true };
  } catch (error) {
    if (error instanceof BodyRefused && error.beginning !== undefined)
      return { bytes: error.beginning, isWhole: false };
    throw error;
  } finally {
    portion.free();
  }
}

/**
 * Whether the percent-encoded bytes of a form are not valid UTF-8. Bytes that are not valid UTF-8 decode to U+FFFD, although the
 * client has not sent this character.
 */
function isMisread(form: string): boolean {
  if (!/%[89a-f]/i.test(form) || /%ef%bf%bd/i.test(form)) return false;
  return new URLSearchParams(form).toString().includes('%EF%BF%BD') && !form.includes('\uFFFD');
}
