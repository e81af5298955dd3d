import { afterEach, beforeEach } from '@jest/globals';
import { FakePlatform } from '@trading-platform/client/testing';
import { SandboxFront } from '../src/index.js';

export interface Scene {
  readonly platform: FakePlatform;
  readonly front: SandboxFront;
}

export const login = { clientId: 'erp', clientSecret: 'secret', userId: 'tanaka', password: 'correct horse' };

/** Gives each test a fake platform behind its own front. */
export function eachWithFront(use: (scene: Scene) => void, options: { readonly recordedCalls?: number } = {}): void {
  let scene: Scene | undefined;
  beforeEach(async () => {
    const platform = new FakePlatform();
    platform.states = [];
    const url = await platform.start();
    scene = { platform, front: await SandboxFront.start({ authUrl: url, apiUrl: url, ...options }) };
    use(scene);
  });
  afterEach(async () => {
    await scene?.front.stop();
    await scene?.platform.stop();
  });
}

/** Posts a form and returns the token. */
export async function tokenAt(authUrl: string): Promise<string> {
  const form = {
    user_id: login.userId,
    user_password: login.password,
    client_id: login.clientId,
    client_secret: login.clientSecret,
  };
  const answer = await fetch(`${authUrl}/api/credentials/access_token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
