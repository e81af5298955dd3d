import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type PlatformProfile, PlatformStrategy, type PlatformTokens } from '@trading-platform/auth-core/passport';
import { ENV, type Env } from '../env.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** A user who has signed in at the platform. */
export interface SignedInUser {
  readonly tokens: PlatformTokens;
  readonly profile: PlatformProfile;
}

/** Signs people in at the platform (Spec 4.1, 4.2). */
@Injectable()
export class SignInStrategy extends PassportStrategy(PlatformStrategy, 'platform') {
  constructor(@Inject(ENV) { issuer, idpSegment, clientId, clientSecret, url }: Env, store: SignInAttempts) {
    super({ issuer, idpSegment, clientId, clientSecret, callbackUrl: `${url}/sign-in/callback`, store });
  }

  validate(tokens: PlatformTokens, profile: PlatformProfile): SignedInUser {
    return { tokens, profile };
  }
}
