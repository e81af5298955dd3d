import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CallRecorder, FakePlatform, type Recording, replay } from '../src/testing/index.js';
import { clientOf } from './a-client.js';

let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

/** Records a download, and returns the recording as if it had been written to a file and read again. */
async function record(): Promise<Recording> {
  const recorder = new CallRecorder();
  await clientOf(url, { fetch: recorder.fetch }).master.download({ food_cat_large_code: '10' }).toArray();
  return JSON.parse(JSON.stringify(recorder.recording)) as Recording;
}

describe('a recording', () => {
  it('answers the same calls again, without the platform and at any address', async () => {
    const recording = await record();
    await platform.stop();
    const options = { fetch: replay(recording), password: 'another', clientSecret: 'another' };
    const client = clientOf('https://replayed.example.com', options);
    const records = await client.master.download({ food_cat_large_code: '10' }).toArray();
    expect(records.map(({ seq }) => seq)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(recording.calls.map(({ path }) => path.split('/').at(-1))).toEqual([
      'access_token',
      'request',
      'check',
      'check',
      'check',
      'get',
    ]);
  });

  it('has no secrets in it', async () => {
    const text = JSON.stringify(await record());
    for (const secret of [
      'correct+horse',
      'correct horse',
      'client_secret=secret',
      'access-1',
      'refresh-1',
      '127.0.0.1',
      'Bearer a',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('user_password=***');
  });

  it('refuses at once a call that was not recorded, and names the call', async () => {
    const client = clientOf('https://replayed.example.com', { fetch: replay(await record()) });
    await expect(client.fc.price([])).rejects.toMatchObject({
      code: 'request-refused',
      reason: 'This call is not in the recording: POST /ordApi/order/fc/price {"item":[]} (E700004)',
    });
    const stranger = clientOf('https://replayed.example.com', { fetch: replay(await record()), userId: 'suzuki' });
    await expect(stranger.fc.price([])).rejects.toMatchObject({ code: 'login-refused' });
  });
});
