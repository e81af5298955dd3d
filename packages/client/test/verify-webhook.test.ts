import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type WebhookErrorCode, type WebhookHeaders } from '../src/index.js';

const secret = `whsec_${Buffer.from('a secret of 24 or more bytes').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another secret of many bytes').toString('base64')}`;
const id = '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b72';
const event = {
  id,
  type: 'trade.created',
  at: '2026-11-20 09:30:14',
  member_code: 'M1',
  sequence: '7',
  data: { trade_id: '41 ✓' },
};
const body = JSON.stringify(event);
const sentAt = new Date('2026-11-20T00:30:14Z');

/** Signed by the library, as the platform's messages must be. */
function headersOf(text = body, by: readonly string[] = [secret], at = sentAt): Record<string, string> {
  const signatures = by.map((each) => new Webhook(each).sign(id, at, text));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

const verify = (headers: WebhookHeaders, text: string | Uint8Array = body, by: string | readonly string[] = secret) =>
  verifyWebhook(headers, text, by, { now: sentAt.getTime() });

describe('verifyWebhook', () => {
  it.each([
    ['plain headers and text', headersOf(), body],
    ['headers of fetch and bytes', new Headers(headersOf()), Buffer.from(body)],
    ['two signatures after a rotation', headersOf(body, [otherSecret, secret]), body],
    [
      'a signature of another version besides',
      { ...headersOf(), 'webhook-signature': `v1a,AAAA ${headersOf()['webhook-signature']}` },
      body,
    ],
  ])('accepts %s', async (_, headers, text) => {
    expect(await verify(headers, text)).toEqual(event);
  });

  it('accepts one of several secrets', async () => {
    expect(await verify(headersOf(), body, [otherSecret, secret])).toEqual(event);
  });

  it.each<[string, WebhookErrorCode, WebhookHeaders, string, string | readonly string[]]>([
    ['a changed body', 'signature-wrong', headersOf(), body.replace('41', '42'), secret],
    ['another secret', 'signature-wrong', headersOf(), body, otherSecret],
    ['no secret', 'signature-wrong', headersOf(), body, []],
    ['another id', 'signature-wrong', { ...headersOf(), 'webhook-id': 'x' }, body, secret],
    [
      'a fresh time on an old message',
      'signature-wrong',
      { ...headersOf(body, [secret], new Date(0)), 'webhook-timestamp': String(sentAt.getTime() / 1_000) },
      body,
      secret,
    ],
    ['an empty signature', 'signature-wrong', { ...headersOf(), 'webhook-signature': 'v1,' }, body, secret],
    ['no signature', 'headers-missing', { ...headersOf(), 'webhook-signature': '' }, body, secret],
    ['no headers', 'headers-missing', new Headers(), body, secret],
    ['a time that is none', 'headers-missing', { ...headersOf(), 'webhook-timestamp': '1e9' }, body, secret],
    ['a malformed secret', 'secret-malformed', headersOf(), body, 'secret'],
    ['a body that is no event', 'body-malformed', headersOf('[1]'), '[1]', secret],
    ['a body of another event', 'body-malformed', headersOf('{"id":"x"}'), '{"id":"x"}', secret],
  ])('refuses %s', async (_, code, headers, text, by) => {
    await expect(verify(headers, text, by)).rejects.toMatchObject({ name: 'WebhookError', code });
  });

  it.each([
    [-301, 'too-old'],
    [-299, undefined],
    [299, undefined],
    [301, 'too-old'],
  ])('judges a message that was sent %i seconds from now', async (seconds, code) => {
    const headers = headersOf(body, [secret], new Date(sentAt.getTime() + seconds * 1_000));
    const outcome = await verify(headers).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(outcome).toBe(code);
  });
});
