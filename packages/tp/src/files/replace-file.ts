import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from '@trading-platform/terminal';

/** Gives a file a new content: before or after a crash at any moment it has the old one or the new one, whole. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  await flushFolder(dirname(path));
}

/** What a file holds is on the disk after this. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
