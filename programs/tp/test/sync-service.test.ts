import { describe, expect, it } from '@jest/globals';
import { sqlitePlace } from './copy-places.js';
import { eachWithChanges, names, product, type SyncScene } from './sync-scene.js';

let scene: SyncScene;

eachWithChanges((made) => {
  scene = made;
});

describe('tp sync --every', () => {
  it('says a line for each round, goes on after a failure, and ends cleanly when it is told to', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    let lines = 0;
    const result = await scene.sync(place, ['master'], ['--every', '1s'], {
      onStart: (child) => {
        child.stdout?.on('data', () => {
          lines++;
          if (lines === 1) {
            scene.master.put(product(1, 'changed'));
            scene.platform.states = Array<string>(4).fill('5');
          }
          if (lines === 3) child.kill('SIGTERM');
        });
      },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const said = result.stdout.trimEnd().split('\n');
    expect(said).toHaveLength(3);
    expect(said[0]).toMatch(/Z master full load, 1 records \(/);
    expect(said[1]).toMatch(/Z failed: Batch \d+ failed: .*; again in 5 s$/);
    expect(said[2]).toMatch(/Z master 1 changed \(/);
    expect(await names(place)).toEqual(['changed']);
    expect(scene.platform.callsTo('/revoke')).toHaveLength(1);
  });

  it('ends while a batch is being made, and takes it up again', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    scene.platform.states = Array<string>(1_000).fill('2');
    const result = await scene.sync(place, ['master'], ['--every', '1s'], {
      onStart: (child) => {
        scene.platform.disturbances.push(({ path }) => path.endsWith('/check') && child.kill('SIGTERM') && false);
      },
    });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
    scene.platform.disturbances.length = 0;
    scene.platform.states = [];
    scene.platform.calls.length = 0;
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(scene.platform.callsTo('/request').map(({ headers }) => headers.prefer)).toEqual([
      expect.stringContaining('changes-since='),
    ]);
    expect(await names(place)).toEqual(scene.expectedNames());
  });

  it('ends where waiting does not help', async () => {
    const account = JSON.parse(await scene.workplace.read('caller.json')) as object;
    await scene.workplace.write('caller.json', JSON.stringify({ ...account, user_password: 'wrong' }));
    const place = await sqlitePlace(scene.workplace);
    expect(await scene.sync(place, ['master'], ['--every', '1s'])).toMatchObject({ code: 3, stdout: '' });
  });
});
