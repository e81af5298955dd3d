import { Controller, Get, Inject, NotFoundException, Param, Req, Res } from '@nestjs/common';
import type { PortalFile, PortalFiles } from '@trading-platform/portal';
import { prefersPage } from '@trading-platform/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { PORTAL_FILES } from './portal-files.provider.js';
import { PortalPolicy } from './portal-policy.js';
import { storedEncoding } from './stored-encoding.js';

const address = '/docs';
const notFoundPage = '404.html';

/** Serves the documentation portal. No access token is needed, because the portal reveals nothing beyond the contract. */
@Controller('docs')
export class PortalController {
  constructor(
    @Inject(PORTAL_FILES) private readonly files: PortalFiles,
    private readonly policy: PortalPolicy,
  ) {}

  /** @param path the part of the path after `/docs/`, or undefined if the path is `/docs` */
  @Get(['/', '*'])
  async show(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('*') path: string | undefined,
  ): Promise<void> {
    if (path === undefined || this.files.isFolder(path)) {
      await reply.redirect(`${address}${path === undefined ? '' : `/${path}`}/`, 308);
      return;
    }
    const file = this.files.find(path);
    if (file === undefined) await this.#refuse(request, reply);
    else await this.#send(request, reply, file);
  }

  /** People get a page that helps them to continue, and programs get the envelope for an unknown path. */
  async #refuse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const page = this.files.find(notFoundPage);
    if (page === undefined || !prefersPage(request.headers)) throw new NotFoundException();
    const bytes = await this.files.read(page, 'identity');
    await reply.code(404).headers(this.policy.headersOf(page)).header('Cache-Control', 'no-store').send(bytes);
  }

  async #send({ headers }: FastifyRequest, reply: FastifyReply, file: PortalFile): Promise<void> {
    void reply.headers(this.policy.headersOf(file)).header('Vary', 'Accept-Encoding');
    // The Cache-Control header of a request is meant for caches on the way to the server, so it is ignored here.
    if (fresh({ 'if-none-match': headers['if-none-match'] }, { etag: file.etag })) {
      await reply.code(304).send();
      return;
    }
    const encoding = storedEncoding(headers['accept-encoding'], file.encodings);
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    await reply.send(await this.files.read(file, encoding));
  }
}
