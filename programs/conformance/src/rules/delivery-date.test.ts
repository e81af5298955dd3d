import { describe, expect, it } from '@jest/globals';
import { type Ask, type NumberedScenario, type ScenarioRows, scenarios } from '../market/scenarios/index.js';
import { isBlocked, isWishRefused, shortestDate } from './delivery-date.js';
import type { PairSettings, PlacedRow } from './delivery-settings.js';

/** The scenarios from this number on show which products can be ordered, and not how dates are calculated. */
const firstOfOrderable = 181;

/** The answers in the scenarios were found by hand with a calendar. */
describe('shortestDate', () => {
  it.each(asksAboutOrderableProducts())('$scenario.says $ask.sendDate gives $ask.gives', ({ scenario, ask }) => {
    expect(answerOf(scenario, ask)).toEqual({ gives: ask.gives, error: ask.error });
  });
});

function asksAboutOrderableProducts(): readonly { readonly scenario: NumberedScenario; readonly ask: Ask }[] {
  return scenarios
    .filter(({ no }) => no < firstOfOrderable)
    .flatMap((scenario) => scenario.asks.map((ask) => ({ scenario, ask })));
}

function answerOf(
  scenario: NumberedScenario,
  { sendDate, product: index = 0, hope }: Ask,
): { readonly gives: string; readonly error: string | undefined } {
  const { catalog = {}, orderTo = '' } = scenario.products?.[index] ?? {};
  const product = { leadTime: catalog['lead_time'] ?? '0', orderTo };
  const settings = settingsOf(scenario);
  if (isBlocked(product, settings)) return { gives: '', error: 'E000014' };
  const gives = shortestDate(sendDate, product, settings);
  if (gives === '') return { gives, error: 'E000016' };
  const isRefused = hope !== undefined && isWishRefused(hope, gives, product, settings);
  return { gives, error: isRefused ? 'E000017' : undefined };
}

function settingsOf({ pair = {}, general = {}, nonCounting = [] }: NumberedScenario): PairSettings {
  const rowsOf = (kind: keyof ScenarioRows): readonly PlacedRow[] => [
    ...(pair[kind] ?? []).map((row) => ({ row, isGeneral: false })),
    ...(general[kind] ?? []).map((row) => ({ row, isGeneral: true })),
  ];
  return {
    nonTrading: rowsOf('nottrade'),
    closing: rowsOf('orderclosing'),
    blocks: rowsOf('orderblock'),
    nonCounting: new Set(nonCounting),
  };
}
