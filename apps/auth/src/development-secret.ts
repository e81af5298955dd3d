import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { platformSettings } from '@trading-platform/service';
import { ENV, type Env } from './env.js';

/** Warns if a secret is used that is publicly known because it is meant for development. */
@Injectable()
export class DevelopmentSecret implements OnModuleInit {
  constructor(@Inject(ENV) private readonly env: Env) {}

  onModuleInit(): void {
    if (this.env.secretKey !== platformSettings.AUTH_SECRET_KEY.default) return;
    new Logger('auth').warn(
      'AUTH_SECRET_KEY is the development default: set a secret of your own before anyone relies on this',
    );
  }
}
