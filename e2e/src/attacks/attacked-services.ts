import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import { ConsoleVisitor, consoleUser } from '../console-visitor.js';
import type { Platform } from '../platform.js';

/** A POST request as lines: first the method and target, then all headers except those about the length. */
export type PostLines = readonly [line: string, ...headers: string[]];

/** A service as a target of attacks. */
export interface AttackedService {
  readonly name: ServiceName;
  readonly url: string;
  readonly processId: number;
  /**
   * POST requests of signed-in attackers. The service reads their bodies. There is one request for each maximum body
   * size of the service.
   */
  readonly posts: readonly PostLines[];
  /** POST requests of an attacker who is not signed in. */
  readonly strangers: readonly PostLines[];
  /** The size of the largest body that is parsed in the main thread. */
  readonly parsedBytes: number;
}

const json = 'Content-Type: application/json';

/** Returns all four services. For services that know users, the users are signed in. The console must be running. */
export async function attackedServices(
  platform: Platform,
  members: readonly string[],
): Promise<readonly AttackedService[]> {
  await platform.load(
    'members',
    members.map((member_code) => ({ member_code })),
  );
  const service = (name: ServiceName, url: string, parts: Omit<AttackedService, 'name' | 'url' | 'processId'>) => ({
    name,
    url,
    processId: platform.service(name).processId,
    ...parts,
  });
  const apiPosts = (...headers: readonly string[]): readonly PostLines[] => [
    ['POST /ordApi/order/master/download/buy/request', json, ...headers],
    ['POST /ordApi/order/order/upload/request', json, ...headers],
  ];
  const ownPage = 'X-Console: 1';
  const consolePosts = (...headers: readonly string[]): readonly PostLines[] => [
    ['POST /api/requests/master', json, ownPage, ...headers],
    ['POST /api/orders/upload', 'Content-Type: application/octet-stream', ownPage, ...headers],
  ];
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const authPosts: readonly PostLines[] = [
    ['POST /api/credentials/access_token', form],
    ['POST /idp/oauth2/access_token?realm=/api', form],
  ];
  const tokens = await Promise.all(members.map(async (member) => (await platform.caller(member)).token()));
  const cookies = await Promise.all(members.map((member) => sessionOf(platform, member)));
  const workerPosts: readonly PostLines[] = [['POST /healthz', json]];
  return [
    service('api', platform.apiUrl, {
      posts: tokens.flatMap((token) => apiPosts(`Authorization: Bearer ${token}`)),
      strangers: apiPosts(),
      parsedBytes: 64 * 1024,
    }),
    service('auth', platform.authUrl, { posts: authPosts, strangers: [], parsedBytes: 16 * 1024 }),
    service('console', platform.consoleUrl, {
      posts: cookies.flatMap((cookie) => consolePosts(`Cookie: ${cookie}`)),
      strangers: consolePosts(),
      parsedBytes: 128 * 1024,
    }),
    service('worker', platform.workerUrl, { posts: [], strangers: workerPosts, parsedBytes: 0 }),
  ];
}

/** Returns the cookies of a member's user who is signed in to the console. */
export async function sessionOf(platform: Platform, member: string): Promise<string> {
  const visitor = new ConsoleVisitor(platform.consoleUrl);
  const userId = `clerk-${member}`;
  await visitor.signIn(userId, await consoleUser(platform, userId, member));
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
