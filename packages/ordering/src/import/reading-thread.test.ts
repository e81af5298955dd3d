import { expect, it } from '@jest/globals';
import { ReadingThread } from './reading-thread.js';

it('fails what it was asked and what it is asked, once its thread has ended', async () => {
  const thread = new ReadingThread(new URL('./no-such-script.js', import.meta.url), {});
  const asked = [thread.read([]), thread.read([])];
  for (const chunk of asked) await expect(chunk).rejects.toThrow('no-such-script');
  await expect(thread.read([])).rejects.toThrow('no-such-script');
  await thread.close();
});
