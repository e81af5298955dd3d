import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsolePageVisitor } from './console-page-visitor.js';

/** The appearances in which a page is pictured. */
const looks = [
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
] as const;

/** The size of the pictures in the portal. */
const portalSize = { width: 1200, height: 760 };

/**
 * Takes pictures of a page into the folder in `CONSOLE_PICTURES`, if it is set. `NAME-LANGUAGE.png` is for the portal
 * (`packages/portal/site/public/console`), the others are for developers of the page.
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
  // The results of a page are below its form.
  await page.evaluate("document.querySelector('.share')?.scrollIntoView()");
  await page.screenshot({ path: join(folder, `${name}-${language}.png`) });
  await visitor.look(1280, false);
}
