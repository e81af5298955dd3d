import { expect, it } from '@jest/globals';
import { ReadingThread } from './reading-thread.js';

it('fails what it was asked and what it is asked, once its thread has ended', async () => {
  // Beside the sources there is no compiled file that the thread could start with.
  const thread = new ReadingThread('trade');
  const asked = [thread.read([]), thread.read([])];
  for (const chunk of asked) await expect(chunk).rejects.toThrow('read-chunks-in-thread');
  await expect(thread.read([])).rejects.toThrow('read-chunks-in-thread');
  await thread.close();
});
