import { openSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type TpctlOptions, Workplace } from './run-tpctl.js';

describe('tpctl', () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await Workplace.make();
  });
  afterEach(() => place.remove());

  const create = (userId: string, options: TpctlOptions = {}) =>
    place.tpctl(['user', 'create', '--user-id', userId, '--member-code', '10000001', '--json'], {
      input: 'correct horse battery staple',
      ...options,
    });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await place.tpctl(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('does its work when nobody reads what it says beside the outcome', async () => {
    expect(await create('heard')).toMatchObject({ code: 0, stderr: expect.stringContaining('was not checked') });
    const unheard = await create('unheard', { onStart: (child) => child.stderr?.destroy() });
    expect(unheard).toMatchObject({ code: 0, stdout: expect.stringContaining('"unheard"') });
  });

  it('says that its outcome could not be written', async () => {
    const { code, stderr } = await place.tpctl(['migrate'], { output: openSync('/dev/full', 'w') });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'tpctl: the disk is full: make room, or use another disk\n' });
  });

  it('ends without a word, and not with success, when its reader has seen enough', async () => {
    const { code, stderr } = await place.tpctl(['migrate'], { onStart: (child) => child.stdout?.destroy() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });
});
