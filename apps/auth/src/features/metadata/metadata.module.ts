import { type DynamicModule, Module } from '@nestjs/common';
import { MetadataController } from './metadata.controller.js';
import { OpenIdConfigurationController } from './openid-configuration.controller.js';

/** What clients find out about the server by themselves. */
@Module({ controllers: [MetadataController] })
export class MetadataModule {
  static with({ openidConnect }: { readonly openidConnect: boolean }): DynamicModule {
    return { module: MetadataModule, controllers: openidConnect ? [OpenIdConfigurationController] : [] };
  }
}
