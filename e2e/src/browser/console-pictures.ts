import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsolePageVisitor } from './console-page-visitor.js';

/** The window sizes and colours in which pictures of a page are taken. */
const looks = [
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
] as const;

/** The pictures in the portal have this size. */
const portalSize = { width: 1200, height: 760 };

/**
 * Saves pictures of a page in the folder that `CONSOLE_PICTURES` names. Does nothing if the variable is not set.
 * Pictures named `NAME-LANGUAGE.png` are for the portal (`packages/portal/site/public/console`). Other pictures are for
 * developers of the page.
 */
export async function takePictures(visitor: ConsolePageVisitor, name: string): Promise<void> {
  const folder = process.env['CONSOLE_PICTURES'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const { page, language } = visitor;
  for (const { width, dark } of looks) {
    await visitor.look(width, dark);
    await page.screenshot({
      path: join(folder, `${name}-${language}-${width}${dark ? '-dark' : ''}.png`),
      fullPage: true,
    });
  }
  await visitor.look(1280, false);
  await page.setViewportSize(portalSize);
  // The results are below the form, so the page is scrolled to them.
  await page.evaluate("document.querySelector('.share')?.scrollIntoView()");
  await page.screenshot({ path: join(folder, `${name}-${language}.png`) });
  await visitor.look(1280, false);
}
