import {
  type FcPriceImport,
  fcPriceDateBasis,
  fcPriceImport,
  fcPriceMethod,
  isAmount,
  ownLimits,
  rounding,
} from '@trading-platform/domain-types';
import { type LineFormat, savedWhole } from '../import/line-format.js';
import { type RecordKey, removalFormat } from '../import/removal-format.js';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { expectRelations, oddRelations, type Relation, relationsOf } from '../record/relations.js';
import { date, oneOf } from '../record/value-checks.js';
import { type FcPriceRule, scopeKey } from './fc-price-rule.js';

const check = makeRecordRenderer(fcPriceImport, {
  checks: {
    method: oneOf(Object.values(fcPriceMethod)),
    rounding: oneOf(Object.values(rounding)),
    valid_from: date,
    valid_to: date,
    date_basis: oneOf(Object.values(fcPriceDateBasis)),
  },
});

const rateShape = /^-?\d{1,6}(?:\.\d{1,4})?$/;
const leastRate = -100;
/** The maximum rate. Up to this rate, the result for the highest possible price is still an exact integer in JSON. */
const greatestRate = 900_000;

const { refused, warned } = relationsOf<FcPriceImport>();

/** Rule "relations of an FC price rule": finds values that do not fit together. */
const relations: readonly Relation[] = [
  refused('food_cat_large_code', 'must be empty where catalog_id is given', (of) => {
    return of('catalog_id') !== '' && of('food_cat_large_code') !== '';
  }),
  refused('valid_to', 'must not be before valid_from', (of) => {
    return of('valid_to') !== '' && of('valid_from') > of('valid_to');
  }),
  warned('rounding', 'is used only with method rate', (of) => {
    return of('method') === fcPriceMethod.fixed && of('rounding') !== '' && of('rounding') !== rounding.down;
  }),
  warned('member_code_store', 'is the FC owner itself, which is no store of its own', (of) => {
    return of('member_code_store') === of('fc_owner_member_code');
  }),
];

/**
 * Converts a line of an `fc-prices` file to a rule. An empty `rounding` means rounding down, and an empty `date_basis` means the
 * order date.
 */
export const fcPriceFormat: LineFormat<FcPriceRule> = {
  ...savedWhole,
  read(record) {
    check(record, '');
    const line = record as FcPriceImport;
    if (line.fc_owner_member_code === '') throw refuseField('fc_owner_member_code', 'is missing');
    expectRelations(relations, line);
    checkValue(line);
    return {
      fcOwnerMemberCode: line.fc_owner_member_code,
      memberCodeStore: line.member_code_store ?? '',
      catalogId: line.catalog_id ?? '',
      foodCatLargeCode: line.food_cat_large_code ?? '',
      method: line.method as FcPriceRule['method'],
      value: line.value,
      rounding: (line.rounding || rounding.down) as FcPriceRule['rounding'],
      validFrom: line.valid_from ?? '',
      validTo: line.valid_to ?? '',
      dateBasis: (line.date_basis || fcPriceDateBasis.order) as FcPriceRule['dateBasis'],
    };
  },
  warn: (_, record) => oddRelations(relations, record as object),
};

/** Reads, from a line, the key of the price rule that is to be removed. */
export const fcPriceRemovalFormat = removalFormat(fcPriceImport, ['fc_owner_member_code'], (line: FcPriceImport) => [
  keyOf(line),
]);

function keyOf(line: FcPriceImport): RecordKey {
  const scope = scopeKey({
    fcOwnerMemberCode: line.fc_owner_member_code,
    memberCodeStore: line.member_code_store ?? '',
    catalogId: line.catalog_id ?? '',
    foodCatLargeCode: line.food_cat_large_code ?? '',
  });
  return [scope, line.valid_from ?? '', line.date_basis || fcPriceDateBasis.order];
}

function checkValue({ method, value }: FcPriceImport): void {
  if (method === '') throw refuseField('method', 'is missing');
  if (method === fcPriceMethod.fixed && !isWholeAmount(value)) {
    throw refuseField('value', `must be a whole number of at least 0 with at most ${ownLimits.priceDigits} digits`);
  }
  if (method === fcPriceMethod.rate && !isRate(value)) {
    throw refuseField('value', `must be a decimal from ${leastRate} to ${greatestRate} with at most 4 decimals`);
  }
}

function isWholeAmount(value: string): boolean {
  return isAmount(value) && !value.includes('.');
}

function isRate(value: string): boolean {
  return rateShape.test(value) && Number(value) >= leastRate && Number(value) <= greatestRate;
}
