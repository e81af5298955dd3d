import { Global, Module } from '@nestjs/common';
import { BatchLists } from './batch-lists.js';
import { PlatformCalls } from './platform-calls.js';

/** The platform, as every feature calls it. */
@Global()
@Module({ providers: [PlatformCalls, BatchLists], exports: [PlatformCalls, BatchLists] })
export class PlatformModule {}
