import { beforeAll, describe, expect, it } from '@jest/globals';
import { authorizationQuery, authorizePath } from './browser.js';
import { shareAuth, type TestedAuth } from './running-auth.js';

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

let auth: TestedAuth;
beforeAll(async () => {
  auth = await shareAuth();
});

describe('the authorization page', () => {
  it('needs exactly the parameters that its description calls required', async () => {
    const { paths } = (await auth.get('/openapi.json')).json as {
      paths: Record<string, { get?: { parameters?: readonly DescribedParameter[] } }>;
    };
    const described = paths[authorizePath]?.get?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
    const needed: string[] = [];
    for (const { name } of described) {
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await auth.get(`${authorizePath}?${authorizationQuery(auth, { [name]: '' })}`);
      if (status !== 200) needed.push(name);
    }
    expect(described.length).toBeGreaterThan(needed.length);
    expect(needed).toEqual(described.filter(({ required }) => required === true).map(({ name }) => name));
  });
});

describe('the bare address', () => {
  it('is a page for people, and nothing for programs', async () => {
    const page = await auth.get('/', { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Trading Platform authentication server');
    expect((await auth.get('/', { accept: 'application/json' })).status).toBe(404);
  });
});
