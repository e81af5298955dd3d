import { Controller, Get, Inject, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type PageEncoding, type PageFile, PageFiles } from './page-files.js';

const yearSeconds = 31_536_000;

/**
 * The content security policy lets the page use only its own scripts, styles, pictures and calls. Styles that are set
 * by scripts need no permission in the policy.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': contentPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
};

/** Serves the page and its files. Needs no session, because the files contain no personal data. */
@Controller()
export class PageController {
  constructor(@Inject(PageFiles) private readonly files: PageFiles) {}

  @Get('*')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('*') path: string): Promise<void> {
    const file = this.files.find(path) ?? (isPage(path) ? this.files.page : undefined);
    if (file === undefined) throw new NotFoundException();
    await send(request, reply, file);
  }
}

/**
 * Paths such as `/api/…` belong to calls. A path with a dot belongs to a file, unless the dot may be part of an id of
 * the platform. All other paths show the page.
 */
function isPage(path: string): boolean {
  const mayHaveDot = /^(products|partners|slips)\//.test(path);
  return (mayHaveDot || !path.includes('.')) && !/^(api|assets|sign-in)(\/|$)/.test(path);
}

async function send({ headers }: FastifyRequest, reply: FastifyReply, file: PageFile): Promise<void> {
  const { type, etag, isImmutable, bytes } = file;
  void reply.headers({
    'Content-Type': type,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Cache-Control': isImmutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
    ...(type.startsWith('text/html') ? pageHeaders : {}),
  });
  if (headers['if-none-match']?.includes(etag) === true) {
    await reply.code(304).send();
    return;
  }
  const encoding = encodingFor(headers['accept-encoding'], bytes);
  if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
  await reply.send(bytes[encoding]);
}

/** Chooses the smallest compressed form that the browser accepts. */
function encodingFor(accepted: string | undefined, bytes: PageFile['bytes']): PageEncoding {
  const stored = (['br', 'gzip'] as const).filter((each) => bytes[each] !== undefined);
  if (accepted === undefined) return 'identity';
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...stored]);
  return stored.find((encoding) => encodings.includes(encoding)) ?? 'identity';
}
