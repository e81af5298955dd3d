import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@trading-platform/database/testing/postgres';
import type { Browser, Response } from 'playwright-core';
import { Platform } from '../platform.js';
import { AuthorizationVisitor } from './authorization-visitor.js';
import { CallingApplication } from './calling-application.js';
import type { VisitorOptions } from './page-visitor.js';

/** The user that exists on every server. */
export const userId = 'hanako.tanaka';
export const password = 'correct horse battery staple';
export const state = 'state & "quoted" あ';
export const failuresBeforeLock = 3;
const expiringFormSeconds = 2;

/** A platform with a client and a user, whose authorization page is visited. */
export interface PageServer {
  readonly platform: Platform;
  /** The address of its issuer. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const usual: VisitorOptions = { language: 'en', width: 1280, dark: false, scripts: true };

/** A browser, an application, and the servers whose authorization pages the application uses. */
export class AuthorizationPlace {
  readonly application: CallingApplication;
  /** This server locks users for ten minutes. */
  readonly asking: PageServer;
  /** This server keeps users signed in and allows passkeys. It computes one password hash at a time. */
  readonly keeping: PageServer;
  readonly #browser: Browser;
  /** The forms of this server expire soon. It starts when a test needs it. */
  #expiring: Promise<PageServer> | undefined;
  #users = 0;
  /** Visitors by their options. Later tests use them again, because a new browser context costs as much as a test. */
  readonly #idle = new Map<string, AuthorizationVisitor[]>();
  readonly #present: (readonly [options: string, visitor: AuthorizationVisitor])[] = [];

  private constructor(
    browser: Browser,
    application: CallingApplication,
    [asking, keeping]: readonly [PageServer, PageServer],
  ) {
    this.#browser = browser;
    this.application = application;
    this.asking = asking;
    this.keeping = keeping;
  }

  static async start(browser: Browser): Promise<AuthorizationPlace> {
    const [application, port] = await Promise.all([CallingApplication.start(), freePort()]);
    const servers = await Promise.all([
      startServer(application, { FAILURES_PER_USER: String(failuresBeforeLock), FIRST_LOCK_SECONDS: '600' }),
      startServer(application, {
        AUTH_PORT: String(port),
        // Browsers allow no passkeys on pages whose host is an IP address.
        AUTH_ISSUER: `http://localhost:${port}`,
        SIGN_IN_SESSION_HOURS: '1',
        DEVICE_FLOW: 'true',
        FORGOTTEN_PASSWORD: 'https://help.example.com/password',
        PASSWORD_HASHES_AT_ONCE: '1',
        PASSWORD_HASHES_WAITING: '0',
        FAILURES_PER_ADDRESS: '1000000',
        FAILURES_PER_USER: '1000000',
      }),
    ]);
    return new AuthorizationPlace(browser, application, servers);
  }

  async stop(): Promise<void> {
    const servers = [this.asking, this.keeping, this.#expiring];
    await Promise.all([this.application.stop(), ...servers.map(async (server) => (await server)?.platform.stop())]);
  }

  /** A visitor without cookies. */
  async arrive(options: VisitorOptions = {}): Promise<AuthorizationVisitor> {
    const key = JSON.stringify({ ...usual, ...options });
    const visitor = this.#idle.get(key)?.pop() ?? (await AuthorizationVisitor.arrive(this.#browser, options));
    this.#present.push([key, visitor]);
    return visitor;
  }

  /** Ends a test. Returns the content that the security policy of the pages refused during the test. */
  async leave(): Promise<readonly string[]> {
    const leaving = this.#present.splice(0);
    const violations = leaving.flatMap(([, visitor]) => visitor.violations.splice(0));
    for (const [key, visitor] of leaving) {
      const others = visitor.context.pages().filter((page) => page !== visitor.page);
      await Promise.all(others.map((page) => page.close()));
      await visitor.context.clearCookies();
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), visitor]);
    }
    this.application.sendOnTo = '';
    this.application.visits.length = 0;
    this.application.pages.clear();
    return violations;
  }

  parametersOf({ clientId }: PageServer): Record<string, string> {
    return {
      realm: '/api',
      client_id: clientId,
      redirect_uri: this.application.callback,
      response_type: 'code',
      state,
      scope: 'openid profile email qualified',
      access_type: 'offline',
    };
  }

  addressOf(server: PageServer, change: Record<string, string> = {}): string {
    const query = new URLSearchParams({ ...this.parametersOf(server), ...change });
    return `${server.url}/idp/oauth2/authorize?${String(query)}`;
  }

  /** A page of a person's own account. */
  accountOf({ url }: PageServer, page: 'security' | 'password' | 'access'): string {
    return `${url}/idp/account/${page}`;
  }

  /** Makes a link by which a user of the server that keeps users signed in sets a password. */
  async resetLink(id: string): Promise<string> {
    const { platform } = this.keeping;
    const made = await platform.operate<{ link: string }>(['user', 'reset-link', '--user-id', id]);
    return made.link;
  }

  /** The page on which people type the code of a device. */
  deviceOf({ url }: PageServer): string {
    return `${url}/device`;
  }

  /** Starts a device that waits for its user, at the server that keeps users signed in. Returns the user code. */
  async newDevice(): Promise<string> {
    const { platform, clientId, clientSecret } = this.keeping;
    const answer = await fetch(`${platform.authUrl}/idp/oauth2/device_authorization?realm=/api`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret }),
    });
    return ((await answer.json()) as { readonly user_code: string }).user_code;
  }

  /** A new user, who has no second factor. */
  async newUser(): Promise<string> {
    const newId = `user-${++this.#users}`;
    await createUser(this.keeping.platform, newId);
    return newId;
  }

  /**
   * Signs in while other callers use the server's only slot for password hashes. Repeats the sign-in until the server
   * answers that no slot is free.
   */
  async signInWhileBusy(visitor: AuthorizationVisitor): Promise<Response> {
    const { platform } = this.keeping;
    const { clientId, clientSecret } = await platform.createClient('test');
    const guess = new URLSearchParams({
      user_id: 'somebody',
      user_password: 'wrong',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const enough = new AbortController();
    const others = Array.from({ length: 4 }, async () => {
      while (!enough.signal.aborted) {
        const answer = await fetch(`${platform.authUrl}/api/credentials/access_token`, {
          method: 'POST',
          body: guess,
        });
        await answer.arrayBuffer();
      }
    });
    try {
      await visitor.open(this.addressOf(this.keeping));
      let response = await visitor.signIn(userId, 'wrong');
      while (response.status() !== 503) response = await visitor.signIn(userId, 'wrong');
      return response;
    } finally {
      enough.abort();
      await Promise.all(others);
    }
  }

  /** Signs in on a page that lists a right which the application no longer has. */
  async signInAfterWithdrawal(visitor: AuthorizationVisitor): Promise<Response> {
    const { platform, clientId } = this.asking;
    const change = (option: string) => platform.operate(['client', 'rights', '--client-id', clientId, option, 'batch']);
    await visitor.open(this.addressOf(this.asking));
    await change('--withdraw');
    try {
      return await visitor.signIn(userId, password);
    } finally {
      await change('--give');
    }
  }

  async signInTooLate(visitor: AuthorizationVisitor): Promise<Response> {
    this.#expiring ??= startServer(this.application, { SIGN_IN_FORM_SECONDS: String(expiringFormSeconds) });
    await visitor.open(this.addressOf(await this.#expiring));
    await sleep(expiringFormSeconds * 1_000 + 100);
    return visitor.signIn(userId, password);
  }
}

async function startServer(application: CallingApplication, settings: Record<string, string>): Promise<PageServer> {
  const platform = await Platform.start({ database: 'sqlite', services: ['auth'], settings });
  const created = await platform.operate<{ client_id: string; client_secret: string }>([
    'client',
    'create',
    '--name',
    'Kitchen <ERP> & Sons',
    '--redirect-uri',
    application.callback,
    '--device-flow',
  ]);
  await createUser(platform, userId);
  const { client_id: clientId, client_secret: clientSecret } = created;
  return { platform, url: settings['AUTH_ISSUER'] ?? platform.authUrl, clientId, clientSecret };
}

async function createUser(platform: Platform, id: string): Promise<void> {
  const create = ['user', 'create', '--user-id', id, '--member-code', '10000001', '--no-member-check'];
  await platform.operate(create, password);
}
