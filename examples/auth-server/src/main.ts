import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import * as auth from '@trading-platform/auth-core';
import { AuthServerModule, ClientRequest, TokenEndpoint } from '@trading-platform/auth-core/nest/server';

const { DATABASE: address = 'sqlite:data/auth.sqlite', AUTH_SECRET_KEY: secretKey = '', PORT = '8083' } = process.env;
const settings = { ...auth.defaultAuthSettings, issuer: process.env['ISSUER'] ?? `http://localhost:${PORT}` };

@Controller()
class AuthController {
  constructor(private readonly server: auth.AuthServer) {}

  /** Exchanges login ID and password for an access token and a refresh token. */
  @TokenEndpoint('login')
  async logIn(@ClientRequest() request: auth.TokenRequest) {
    return auth.tokenResponse(await auth.issueByCredentials(this.server, request));
  }

  /** Exchanges a refresh token for a new pair. */
  @TokenEndpoint('token')
  async reissue(@ClientRequest() request: auth.TokenRequest) {
    return auth.tokenResponse(await auth.issueOrReissue(this.server, request));
  }

  @TokenEndpoint('revoke')
  async revoke(@ClientRequest() request: auth.TokenRequest) {
    await auth.revoke(this.server, request);
    return {};
  }

  /** The keys with which APIs verify access tokens by themselves. */
  @Get('jwks')
  keys() {
    return this.server.keys.keySet();
  }
}

@Module({ imports: [AuthServerModule.forRoot({ address, secretKey, settings })], controllers: [AuthController] })
class AuthModule {}

const app = await NestFactory.create(AuthModule, { rawBody: true, logger: ['warn', 'error'] });
app.enableShutdownHooks();
await app.listen(Number(PORT), '127.0.0.1');
process.stdout.write(`${await app.getUrl()}\n`);
