import type { CDPSession, Page } from 'playwright-core';

/** An authenticator that Chromium simulates for one page, as if it were part of the machine. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async addTo(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  async forgetAll(): Promise<void> {
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId: this.#authenticatorId });
  }

  /** Sets the signature counters back, as in a copy of the authenticator that is older than its last use. */
  async setBack(): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', { authenticatorId });
    await this.forgetAll();
    for (const credential of credentials) {
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      });
    }
  }
}
