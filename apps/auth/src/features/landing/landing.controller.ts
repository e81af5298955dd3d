import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import {
  type LandingLink,
  type LandingPage,
  landingHeaders,
  languageOf,
  prefersPage,
  renderLandingPage,
} from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';

/** Serves the page at the address of the server, for people. For programs, the same path is an unknown path. */
@Controller()
export class LandingController {
  readonly #page: LandingPage;

  constructor(@Inject(ENV) { portalUrl, idpSegment }: Env) {
    this.#page = landingOf(portalUrl, `/${idpSegment}/account`);
  }

  @Get()
  async show(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!prefersPage(headers)) throw new NotFoundException();
    await reply.headers(landingHeaders).send(renderLandingPage(this.#page, languageOf(headers)));
  }
}

function landingOf(portalUrl: string | undefined, account: string): LandingPage {
  return {
    title: { en: 'Trading Platform authentication server', ja: 'Trading Platform 認証サーバー' },
    purpose: {
      en: 'OAuth 2.0 tokens for the data API. People sign in on the page to which their system sends them.',
      ja: 'データAPI用の OAuth 2.0 トークンを発行します。サインインは、ご利用のシステムから表示される画面で行ってください。',
    },
    links: [
      {
        href: `${account}/security`,
        text: { en: 'How you sign in: second factor', ja: 'ログイン方法の設定（二要素認証）' },
      },
      { href: `${account}/password`, text: { en: 'Change your password', ja: 'パスワードの変更' } },
      {
        href: `${account}/access`,
        text: { en: 'Your devices and applications', ja: '利用中の端末とアプリケーション' },
      },
      ...(portalUrl === undefined ? [] : portalLinks(portalUrl)),
      { href: '/openapi.json', text: { en: 'openapi.json, for machines', ja: 'openapi.json（機械可読の定義）' } },
      {
        href: '/.well-known/oauth-authorization-server',
        text: { en: 'Metadata of the server', ja: 'サーバーのメタデータ' },
      },
    ],
  };
}

function portalLinks(url: string): readonly LandingLink[] {
  return [
    { href: { en: `${url}/`, ja: `${url}/ja/` }, text: { en: 'Guide for developers', ja: '開発者向けガイド' } },
    {
      href: { en: `${url}/reference/auth`, ja: `${url}/ja/reference/auth` },
      text: { en: 'API reference', ja: 'APIリファレンス' },
    },
  ];
}
