import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsolePageVisitor } from './console-page-visitor.js';

/** The looks in which a page is pictured to be looked at. */
const looks = [
  { width: 1280, dark: false },
  { width: 1280, dark: true },
  { width: 360, dark: false },
  { width: 360, dark: true },
] as const;

/** As large as the portal shows it. */
const portalSize = { width: 1200, height: 760 };

/**
 * Pictures a page into the folder that `CONSOLE_PICTURES` names; without it, not at all. `NAME-LANGUAGE.png` is for the portal
 * (`packages/portal/site/public/console`), the others are for whoever changes the page.
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
  // What a page answers stands below its form.
  await page.evaluate("document.querySelector('.share')?.scrollIntoView()");
  await page.screenshot({ path: join(folder, `${name}-${language}.png`) });
  await visitor.look(1280, false);
}
