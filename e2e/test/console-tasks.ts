import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { ConsolePageVisitor } from '../src/browser/console-page-visitor.js';

/**
 * The facts that the person of a task gets. The words name things of the market in the way in which a colleague or a
 * caller on the phone would.
 */
export interface Given {
  /** An Excel file of 30 orders, three of which have a mistake, and the right values of these cells. */
  readonly workbook: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  readonly corrections: readonly { readonly cell: string; readonly value: string }[];
  /** The upload number of the order that was refused to the nightly import. */
  readonly refusedUpload: string;
  readonly seller: { readonly memberCode: string; readonly name: string };
  readonly product: { readonly catalogId: string; readonly name: string; readonly price: string };
  /** The number of a slip on its delivery note, and its number in systems. */
  readonly slip: { readonly checkNumber: string; readonly tradeId: string };
  readonly shipped: { readonly checkNumber: string };
  readonly planned: { readonly checkNumber: string };
  /** A batch of slips that the nightly import has downloaded, and a batch of a system whose access has ended. */
  readonly takenBatch: string;
  readonly formerBatch: string;
  readonly formerName: string;
  readonly masterBatch: string;
}

/** One task: what a person wants, and the steps that lead there. */
export interface Task {
  readonly who: 'clerk' | 'support';
  readonly wants: string;
  readonly steps: (person: Person, given: Given) => Promise<void>;
}

/** A person at the console. Counts clicks, and keys that are pressed. */
export class Person {
  clicks = 0;
  keys = 0;

  constructor(readonly visitor: ConsolePageVisitor) {}

  get page() {
    return this.visitor.page;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks++;
  }

  /** Opens a place of the menu. */
  async go(place: Parameters<ConsolePageVisitor['go']>[0]): Promise<void> {
    await this.visitor.go(place);
    this.clicks++;
  }

  press(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Pasting counts as two keys. */
  async paste(into: Locator, text: string): Promise<void> {
    await into.fill(text);
    this.clicks++;
    this.keys += 2;
  }

  async type(into: Locator, text: string): Promise<void> {
    await into.fill(text);
    this.clicks++;
    this.keys += text.length;
  }

  async hit(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys++;
  }

  /** Opening a list and choosing count as two clicks. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.clicks += 2;
  }

  async sees(text: string | RegExp, within: Locator = this.page.locator('main')): Promise<void> {
    await within.getByText(text).first().waitFor();
  }
}

/** The tasks were written before the pages were mended. Each begins at the overview. */
export const tasks: readonly Task[] = [
  {
    who: 'clerk',
    wants: 'send 30 orders from an Excel file with three mistakes',
    steps: async (person, { workbook, corrections }) => {
      await person.go('orders');
      await person.page.locator('input[type="file"]').setInputFiles(workbook);
      person.clicks += 2;
      await person.sees('3 defects to correct before you can send');
      for (const { cell, value } of corrections) await person.type(person.page.getByLabel(cell), value);
      await person.click(person.press('Send the orders'));
      await person.sees('30 taken, 0 refused');
    },
  },
  {
    who: 'clerk',
    wants: 'find why an order that was sent at night was refused',
    steps: async (person, { refusedUpload }) => {
      await person.click(person.page.locator('.failures, .failure-partly').getByRole('link').first());
      await person.sees(refusedUpload);
      await person.sees('The wished delivery date is earlier than the shortest one, or is a non-trading day.');
    },
  },
  {
    who: 'clerk',
    wants: 'tell a store when a product can come, and why not sooner',
    steps: async (person, { seller, product }) => {
      await person.go('delivery');
      await person.type(person.page.getByLabel('Partner'), seller.memberCode);
      await person.type(person.page.getByLabel('Products'), product.name);
      await person.hit('Enter');
      await person.click(person.press('Find the date'));
      await person.page.locator('.answer strong').waitFor();
      await person.page.locator('.steps .step').first().waitFor();
    },
  },
  {
    who: 'clerk',
    wants: 'send the order that was only planned',
    steps: async (person, { planned }) => {
      await person.go('orders');
      await person.click(person.page.getByRole('tab', { name: 'Planned orders' }));
      await person.click(person.page.getByLabel(`Choose ${planned.checkNumber}`));
      await person.click(person.press('Send 1 order'));
      await person.sees('1 order was sent');
    },
  },
  {
    who: 'clerk',
    wants: 'say that shipped goods have arrived',
    steps: async (person, { shipped }) => {
      await person.go('slips');
      await person.click(person.page.getByRole('tab', { name: 'To receive' }));
      await person.click(person.page.getByRole('link', { name: shipped.checkNumber }));
      await person.click(person.press('Receive'));
      const dialog = person.page.getByRole('dialog');
      await person.click(dialog.getByRole('button', { name: 'See the outcome' }));
      await person.click(dialog.getByRole('button', { name: 'Receive', exact: true }));
      await person.sees('The goods were received');
    },
  },
  {
    who: 'clerk',
    wants: 'find the slip of a delivery note, and read its total',
    steps: async (person, { slip }) => {
      await person.go('orders');
      await person.click(person.page.getByRole('tab', { name: 'All orders' }));
      await person.click(person.page.getByRole('link', { name: slip.checkNumber, exact: true }));
      await person.page.locator('.slip-total .total').waitFor();
    },
  },
  {
    who: 'clerk',
    wants: 'learn what a product of a slip costs today, and why',
    steps: async (person, { slip, product }) => {
      await person.go('orders');
      await person.click(person.page.getByRole('tab', { name: 'All orders' }));
      await person.click(person.page.getByRole('link', { name: slip.checkNumber, exact: true }));
      await person.click(person.page.getByRole('link', { name: product.name }).first());
      await person.visitor.heading(product.name);
      await person.sees(product.price, person.page.locator('.price-now'));
      await person.page.locator('.price-reason').waitFor();
    },
  },
  {
    who: 'clerk',
    wants: 'learn on which days a partner does not deliver',
    steps: async (person, { slip, seller }) => {
      await person.go('orders');
      await person.click(person.page.getByRole('tab', { name: 'All orders' }));
      await person.click(person.page.getByRole('link', { name: slip.checkNumber, exact: true }));
      await person.click(person.page.getByRole('link', { name: seller.name }).first());
      await person.visitor.heading(seller.name);
      await person.page.locator('.calendar .day-not-traded').first().waitFor();
    },
  },
  {
    who: 'clerk',
    wants: 'get the slips of the last week as an Excel file',
    steps: async (person) => {
      await person.go('request');
      await person.click(person.page.locator('.kinds').getByRole('link', { name: 'Trade data' }));
      await person.click(person.press('Request the download'));
      const excel = person.press('Excel');
      await excel.waitFor();
      const [file] = await Promise.all([person.page.waitForEvent('download'), person.click(excel)]);
      if (!/^trade-\d+\.xlsx$/.test(file.suggestedFilename())) throw new Error(file.suggestedFilename());
    },
  },
  {
    who: 'clerk',
    wants: 'save a request that is made every Monday, and run it again',
    steps: async (person) => {
      await person.go('request');
      await person.click(person.page.locator('.kinds').getByRole('link', { name: 'Trade data' }));
      await person.click(person.press('Keep this request'));
      await person.type(person.page.getByRole('dialog').getByLabel('Name'), 'Monday');
      await person.click(person.page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }));
      await person.click(person.page.getByRole('button', { name: 'Request Monday' }));
      await person.visitor.state('Finished').waitFor();
    },
  },
  {
    who: 'support',
    wants: 'say which system took a batch of slips, and when',
    steps: async (person, { takenBatch }) => {
      await person.go('batches');
      await person.click(person.page.getByRole('link', { name: new RegExp(` ${takenBatch}$`) }));
      await person.sees('Nightly import', person.page.locator('.takers'));
    },
  },
  {
    who: 'support',
    wants: 'say who changed an order, the person and the application',
    steps: async (person, { slip }) => {
      await person.go('orders');
      await person.click(person.page.getByRole('tab', { name: 'All orders' }));
      await person.click(person.page.getByRole('link', { name: slip.checkNumber, exact: true }));
      await person.sees('haru', person.page.locator('.time-line'));
      await person.sees('Nightly import', person.page.locator('.time-line'));
    },
  },
  {
    who: 'support',
    wants: 'say whether the work of the night has succeeded',
    steps: async (person) => {
      await person.sees(/refused/, person.page.locator('.failure-partly'));
    },
  },
  {
    who: 'support',
    wants: 'end the access of one of two systems with the same name',
    steps: async (person) => {
      await person.go('connections');
      const rows = person.page.locator('.connection', { hasText: 'Nightly import' });
      await person.click(rows.last().getByRole('button'));
      await person.click(person.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }));
      await person.sees(/may no longer act for you/);
    },
  },
  {
    who: 'support',
    wants: 'say which application made a batch, although its access has ended',
    steps: async (person, { formerBatch, formerName }) => {
      await person.go('batches');
      await person.click(person.page.getByRole('link', { name: new RegExp(` ${formerBatch}$`) }));
      await person.sees(formerName, person.page.locator('.facts'));
    },
  },
  {
    who: 'support',
    wants: 'say what a system may do',
    steps: async (person) => {
      await person.go('connections');
      await person.page
        .locator('.connection', { hasText: 'Nightly import' })
        .first()
        .locator('.connection-rights li')
        .first()
        .waitFor();
    },
  },
  {
    who: 'support',
    wants: 'find a product among all records of a batch',
    steps: async (person, { masterBatch, product }) => {
      await person.go('batches');
      await person.click(person.page.getByRole('link', { name: new RegExp(` ${masterBatch}$`) }));
      await person.click(person.page.getByRole('link', { name: 'Open the records' }));
      await person.paste(person.page.getByPlaceholder('Search all records'), product.catalogId);
      await person.sees(/^[1-9]\d* records? found/);
    },
  },
  {
    who: 'support',
    wants: 'give a vendor the request of a batch as a command',
    steps: async (person, { masterBatch }) => {
      await person.go('batches');
      await person.click(person.page.getByRole('link', { name: new RegExp(` ${masterBatch}$`) }));
      await person.click(person.page.getByRole('link', { name: 'Change and request' }));
      await person.click(person.press('Copy'));
      await person.sees('Copied');
    },
  },
  {
    who: 'support',
    wants: 'say what happened with the order whose long number a caller reads out',
    steps: async (person, { slip }) => {
      await person.go('slips');
      await person.paste(person.page.getByLabel('Slip ID'), slip.tradeId);
      await person.hit('Enter');
      await person.page.locator('.time-line .moment').first().waitFor();
    },
  },
  {
    who: 'support',
    wants: 'send a link that explains a delivery date',
    steps: async (person, { seller, product }) => {
      await person.go('delivery');
      await person.type(person.page.getByLabel('Partner'), seller.memberCode);
      await person.paste(person.page.getByLabel('Products'), product.catalogId);
      await person.hit('Enter');
      await person.click(person.press('Find the date'));
      await person.click(person.press('Copy the address of this answer'));
      await person.sees('Copied');
    },
  },
];

/** Writes the outcomes as a table of Markdown. */
export function outcomesTable(
  outcomes: readonly { readonly task: Task; readonly person: Person; readonly failure?: string }[],
): string {
  const rows = outcomes.map(
    ({ task: { who, wants }, person: { clicks, keys }, failure }) =>
      `| ${who} | ${wants} | ${failure === undefined ? `${clicks} | ${keys}` : '– | –'} | ${failure ?? 'done'} |`,
  );
  return ['| who | task | clicks | keys | outcome |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The file of a picture after a task. */
export function pictureOf(folder: string, index: number, width: number): string {
  return join(folder, `task-${String(index + 1).padStart(2, '0')}-${width}.png`);
}
