import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, NotFoundException, Req, Res } from '@nestjs/common';
import {
  type LandingPage,
  landingHeaders,
  languageOf,
  prefersPage,
  renderLandingPage,
} from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

const pauseMs = 1_000;

const landing: LandingPage = {
  title: { en: 'Trading Platform data API', ja: 'Trading Platform データAPI' },
  purpose: {
    en: 'Masters, slips, trading settings, delivery dates, prices and orders for the systems of buyers and sellers.',
    ja: '買い手・売り手のシステム向けに、マスタ・取引伝票・取引設定・納品日・価格・発注の各機能を提供します。',
  },
  links: [
    { href: { en: '/docs/', ja: '/docs/ja/' }, text: { en: 'Guide for developers', ja: '開発者向けガイド' } },
    {
      href: { en: '/docs/reference/', ja: '/docs/ja/reference/' },
      text: { en: 'API reference', ja: 'APIリファレンス' },
    },
    { href: '/openapi.json', text: { en: 'openapi.json, for machines', ja: 'openapi.json（機械可読の定義）' } },
  ],
};

/**
 * Serves the page at the path `/` to people. A program that requests the same path is refused as for an unknown path,
 * because the contract requires this (Spec 7).
 */
@Controller()
export class LandingController {
  @Get()
  async show(@Req() { headers, query }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!prefersPage(headers)) throw new NotFoundException();
    const page = renderLandingPage(landing, languageOf(headers));
    const isPaused = 'pause' in (query as object);
    await reply.headers(landingHeaders).send(isPaused ? Readable.from(inTwoParts(page)) : page);
  }
}

/** With `?pause`, an operator can see whether the proxy passes answers on at once. */
async function* inTwoParts(page: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(page);
  const half = bytes.length >> 1;
  yield bytes.subarray(0, half);
  await sleep(pauseMs);
  yield bytes.subarray(half);
}
