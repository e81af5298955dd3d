import { Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { AuthServer, requestDeviceCode, type TokenRequest } from '@trading-platform/auth-core';
import { ENV, type Env } from '../../env.js';
import { ClientRequest } from '../../http/client-request.decorator.js';
import { NoStore } from '../../http/no-store.js';
import { devicePath } from './device-path.js';

/** Gives a device without a browser the code that its user types on the page (RFC 8628 3.1). */
@Controller('device_authorization')
export class DeviceAuthorizationController {
  constructor(
    private readonly server: AuthServer,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Post()
  @HttpCode(200)
  @NoStore()
  async request(@ClientRequest() request: TokenRequest): Promise<object> {
    const device = await requestDeviceCode(this.server, request);
    const page = `${this.env.issuer}/${devicePath}`;
    return {
      device_code: device.deviceCode,
      user_code: device.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${device.userCode}`,
      expires_in: device.expiresInSeconds,
      interval: device.intervalSeconds,
    };
  }
}
