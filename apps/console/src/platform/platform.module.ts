import { Global, Module } from '@nestjs/common';
import { BatchLists } from './batch-lists.js';
import { PlatformCalls } from './platform-calls.js';

/** The connection to the platform, which all features use. */
@Global()
@Module({ providers: [PlatformCalls, BatchLists], exports: [PlatformCalls, BatchLists] })
export class PlatformModule {}
