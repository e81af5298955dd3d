import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';
import { describeJudged, itConforms, itNotices, listMutants } from './conformance.js';

describeJudged('The conformance kit', 'sqlite', (judged) => {
  itConforms(judged);
  itNotices(judged, `each of ${listMutants().length} mutants`, listMutants());

  it('without the market, the command line lists the requirements that it cannot judge, and shows no secret', async () => {
    const { platform, market } = judged();
    const { clientId, clientSecret, userId, password } = market.accounts.head;
    const file = join(platform.folder, 'account.json');
    const account = { client_id: clientId, client_secret: clientSecret, user_id: userId, user_password: password };
    await writeFile(file, JSON.stringify(account));
    const args = [
      '--api',
      platform.apiUrl,
      '--auth',
      platform.authUrl,
      '--credentials',
      file,
      '--only',
      'TOK-001,TOK-051,TRD-001',
    ];
    const { code, output, errors } = await runProgram(programs.conformance, args, {
      environment: platform.environment,
    });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain('the callback of the client is not known (redirect_uri): TOK-051');
    for (const secret of [clientSecret, password]) expect(output).not.toContain(secret);
  });

  it('reports the faults of a server that is no platform: exit code 1, the call, the answer, the contract', async () => {
    const { platform, market } = judged();
    const { clientId, clientSecret, userId } = market.accounts.head;
    const file = join(platform.folder, 'wrong.json');
    await writeFile(
      file,
      JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        user_id: userId,
        user_password: 'not this one',
      }),
    );
    const args = ['--api', platform.apiUrl, '--auth', platform.authUrl, '--credentials', file, '--only', 'TOK-001'];
    const { code, output } = await runProgram(programs.conformance, args, { environment: platform.environment });
    expect(code).toBe(1);
    expect(output).toMatch(/TOK-001 {2}FAILED: HTTP 400, not 200\n {2}contract {2}The credentials flow answers/);
    expect(output).toContain('"error":"invalid_grant"');
    expect(output).not.toContain(clientSecret);
    expect(output).not.toContain('not+this+one');
  });
});

describeJudged('The conformance kit', 'postgres', (judged) => {
  itConforms(judged);
});
