import { type DynamicModule, Module } from '@nestjs/common';
import { MetadataController } from './metadata.controller.js';
import { OpenIdConfigurationController } from './openid-configuration.controller.js';

/** The module for the metadata with which clients configure themselves. */
@Module({ controllers: [MetadataController] })
export class MetadataModule {
  static with({ openidConnect }: { readonly openidConnect: boolean }): DynamicModule {
    return { module: MetadataModule, controllers: openidConnect ? [OpenIdConfigurationController] : [] };
  }
}
