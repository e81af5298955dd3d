import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ENV, type Env } from '../../env.js';
import { serverMetadata } from './server-metadata.js';

/** Serves the metadata for OpenID Connect clients (OpenID Connect Discovery 3). */
@Controller('.well-known/openid-configuration')
export class OpenIdConfigurationController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=300')
  configuration() {
    return {
      ...serverMetadata(this.env),
      userinfo_endpoint: `${this.env.issuer}/${this.env.idpSegment}/oauth2/userinfo`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: ['sub', 'preferred_username', 'name', 'email', 'member_code', 'auth_time', 'nonce', 'at_hash'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    };
  }
}
