import {
  type CodeOf,
  countDays,
  errorCode,
  hasAtMost,
  isAmount,
  isDate,
  isDateTime,
  isQuantity,
  maxLength,
  ownLimits,
  responseType,
} from '@trading-platform/domain-types';
import { errorDetail, errorText } from '@trading-platform/domain-types/error-texts';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import type { MemberRight } from './named-member.js';
import { isAbsent, isObject, type Reading, type Variants } from './reading.js';
import { refusing } from './refusal.js';

/** A decorator for required or optional fields of this type. It does not compile on a field of another type. */
export type FieldRule<Value> = <Name extends string>(target: { readonly [Field in Name]?: Value }, name: Name) => void;

/** A decorator that compares the field with another one of the class, which must be declared before it. */
export type RelationRule<Other extends string> = (target: { readonly [Field in Other]?: string }, name: string) => void;

/** The same for lists. */
export type ListRelationRule<Other extends string> = (
  target: { readonly [Field in Other]?: readonly string[] },
  name: string,
) => void;

type Codes = Readonly<Record<string, string>>;

/** The field must be present. */
export function Required(): PropertyDecorator {
  return IsDefined(refusing('missing', errorCode.missing, errorDetail(errorCode.missing)));
}

/** The field may be left out. */
export function Optional(): PropertyDecorator {
  return IsOptional();
}

/** The field must be present if all these other fields are missing. */
export function RequiredUnless<const Other extends string>(
  others: Other | readonly Other[],
  detail: string,
): RelationRule<Other> {
  const excusedBy: readonly string[] = typeof others === 'string' ? [others] : others;
  const isNeeded = (body: Body) => excusedBy.every((other) => isAbsent(body[other]));
  return requiredIf(isNeeded, { excusedBy }, detail);
}

/** The field must be present if the other field is present. */
export function RequiredBeside<const Other extends string>(other: Other, detail: string): RelationRule<Other> {
  return requiredIf((body) => !isAbsent(body[other]), { excusedWithout: other }, detail);
}

type Body = Readonly<Record<string, unknown>>;

function requiredIf(isNeeded: (body: Body) => boolean, context: object, detail: string): UntypedRule {
  return (target, name) => {
    compose(
      ValidateIf((body: Body) => !isAbsent(body[name]) || isNeeded(body), { context }),
      IsDefined(refusing('missing', errorCode.missing, detail)),
    )(target, name);
  };
}

/** The action does not take the field: it must be left out. */
export function NotTaken(action: string): FieldRule<unknown> {
  const detail = errorText('notOfAction', { action });
  return compose(
    Optional(),
    ValidateBy(
      { name: 'isNotTaken', validator: { validate: () => false } },
      refusing('allowed', errorCode.notAllowed, detail),
    ),
  );
}

/** `response_type`: optional, at most 10 characters, `json` (Spec 4). */
export function ResponseType(): FieldRule<string> {
  return compose(
    Optional(),
    Text(maxLength.response_type),
    IsIn([responseType], refusing('allowed', errorCode.notAllowed, errorText('responseType', { value: responseType }))),
  );
}

/** A text of at most this many characters. */
export function Text(characters: number = ownLimits.textLength): FieldRule<string> {
  return compose(readAs('text'), IsString(notText), MaxCharacters(characters), IsStorable());
}

/**
 * A code of at most this many characters, with any value. An integer is also accepted, and becomes the text of its
 * digits.
 */
export function Code(characters: number = ownLimits.textLength): FieldRule<string> {
  return compose(readAs('code'), IsString(notCode), MaxCharacters(characters), IsStorable());
}

/** A code out of a table of coded values. An integer is also accepted, and becomes the text of its digits. */
export function OneOf<const Table extends Codes>(table: Table): FieldRule<CodeOf<Table>> {
  const values = Object.values(table);
  return compose(
    readAs('code'),
    IsString(notCode),
    IsIn(values, refusing('allowed', errorCode.notAllowed, oneOfText(values))),
  );
}

/**
 * A whole number of at most this many decimal digits. An integer is also accepted, and becomes the text of its digits.
 */
export function Digits(digits: number): FieldRule<string> {
  return compose(
    readAs('code'),
    IsString(notCode),
    MaxCharacters(digits),
    Matches(/^[0-9]+$/, refusing('format', errorCode.wrongFormat, errorText('digits'))),
  );
}

/** A sequence number from 1 on, as a string of digits or as an integer (Spec 4.6). */
export function SequenceNumber(): FieldRule<string> {
  return compose(
    Digits(ownLimits.textLength),
    rule(
      'isSequenceNumber',
      (value) => Number(value) >= 1 && Number(value) <= Number.MAX_SAFE_INTEGER,
      refusing('allowed', errorCode.rangeInvalid, errorText('fromOne')),
    ),
  );
}

/** A day that exists, `yyyy-MM-dd` (Spec 2). */
export function Day(): FieldRule<string> {
  return compose(
    readAs('text'),
    IsString(notText),
    rule('isDay', isDate, refusing('format', errorCode.wrongFormat, errorText('day'))),
  );
}

/** A date-time that exists, `yyyy-MM-dd HH:mm:ss` (Spec 2), with a length limit where the contract has one. */
export function DayTime(characters?: number): FieldRule<string> {
  return compose(
    readAs('text'),
    IsString(notText),
    ...(characters === undefined ? [] : [MaxCharacters(characters)]),
    rule('isDayTime', isDateTime, refusing('format', errorCode.wrongFormat, errorText('dayTime'))),
  );
}

/** A second of the day, `HH:mm:ss`. */
export function TimeOfDay(): FieldRule<string> {
  return compose(
    readAs('text'),
    IsString(notText),
    Matches(
      /^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/,
      refusing('format', errorCode.wrongFormat, errorText('timeOfDay')),
    ),
  );
}

/** A price or a lot, in the form of import files. A number is accepted, as plain decimal text. */
export function Amount(): FieldRule<string> {
  return compose(
    readAs('decimal'),
    IsString(notDecimal),
    rule('isAmount', isAmount, refusing('format', errorCode.wrongFormat, errorText('amount'))),
  );
}

/** An ordered quantity, greater than 0. A number is accepted, as plain decimal text (Spec 4.11). */
export function Quantity(): FieldRule<string> {
  return compose(
    readAs('decimal'),
    IsString(notDecimal),
    rule('isQuantity', isQuantity, refusing('format', errorCode.wrongFormat, errorText('quantity'))),
  );
}

/** A number of elements from 1 to `most`, as a string of digits or as an integer. */
export function Count(most: number): FieldRule<string> {
  return compose(
    Digits(ownLimits.textLength),
    rule(
      'isCount',
      (value) => Number(value) >= 1 && Number(value) <= most,
      refusing('allowed', errorCode.notAllowed, errorText('numberBetween', { least: 1, most })),
    ),
  );
}

/** The `next_cursor` of an earlier answer. Only its characters are checked here. */
export function Cursor(): FieldRule<string> {
  return compose(
    readAs('text'),
    IsString(notText),
    MaxCharacters(ownLimits.cursorLength),
    Matches(/^[A-Za-z0-9_-]+$/, refusing('format', errorCode.wrongFormat, errorText('cursor'))),
  );
}

/** The field contains one or more member codes. The caller needs this right for each of them. */
export function NamesMembers(right: MemberRight): FieldRule<string | readonly string[]> {
  return Allow({ context: { naming: right } });
}

/**
 * A list of codes. Each element is a text, an integer, or an object with exactly one text or integer under any key.
 * Empty elements are left out. With a table of coded values, each element must be in it.
 */
export function CodeList<const Table extends Codes>(
  elements: number = ownLimits.listElements,
  table?: Table,
): FieldRule<readonly CodeOf<Table>[]> {
  return compose(
    readAs('codes'),
    IsArray(notList),
    ArrayMaxSize(elements, tooMany(elements)),
    IsString({ ...notElement, each: true }),
    MaxCharacters(ownLimits.textLength, { each: true }),
    IsStorable({ each: true }),
    ...(table === undefined ? [] : [allowedElements(Object.values(table))]),
  );
}

/** A list of codes in which positions matter: an empty element is a defect. */
export function PlacedCodeList(elements: number, characters: number): FieldRule<readonly string[]> {
  return compose(
    readAs('placed-codes'),
    IsArray(notList),
    ArrayMaxSize(elements, tooMany(elements)),
    IsString({ ...notElement, each: true }),
    MaxCharacters(characters, { each: true }),
    IsStorable({ each: true }),
  );
}

/** Each element of the list consists of decimal digits. */
export function DigitsEach(): FieldRule<readonly string[]> {
  return Matches(/^[0-9]+$/, { ...refusing('format', errorCode.wrongFormat, errorText('digits')), each: true });
}

/** The list has as many elements as another list of the class. */
export function AsManyAs<const Other extends string>(other: Other): ListRelationRule<Other> {
  return relation(
    'hasAsMany',
    other,
    (list, compared) => !Array.isArray(list) || !Array.isArray(compared) || list.length === compared.length,
    refusing('relation', errorCode.wrongFormat, errorText('asManyAs', { other })),
  );
}

/**
 * Each element of the list may have a list in the field `list`. All these lists together have at most `elements`
 * elements.
 */
export function ElementsInAll<const List extends string>(
  list: List,
  elements: number,
): FieldRule<readonly Readonly<Partial<Record<List, readonly object[]>>>[]> {
  return ValidateBy(
    { name: 'elementsInAll', validator: { validate: (value) => countIn(value, list) <= elements } },
    refusing('length', errorCode.tooManyElements, errorText('atMostElementsInAll', { most: elements, list })),
  );
}

function countIn(elements: unknown, list: string): number {
  if (!Array.isArray(elements)) return 0;
  return elements.reduce<number>((sum, element) => sum + lengthOf(isObject(element) ? element[list] : undefined), 0);
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** A field has a different value in every element of the list. A repeated value is refused at the later element. */
export function DistinctIn<const Field extends string>(
  field: Field,
): FieldRule<readonly Readonly<Record<Field, string>>[]> {
  const validate = (value: unknown) => {
    const values = Array.isArray(value) ? value.map((element) => isObject(element) && element[field]) : [];
    const given = values.filter((one) => typeof one === 'string');
    return new Set(given).size === given.length;
  };
  const options = refusing('relation', errorCode.duplicate, errorDetail(errorCode.duplicate));
  return ValidateBy(
    { name: 'isDistinct', validator: { validate } },
    { ...options, context: { ...options.context, distinct: field } },
  );
}

/** A list of objects, which are read by a request class of their own. */
export function ElementList<Element extends object>(
  elementClass: new () => Element,
  elements: number,
): FieldRule<readonly Element[]> {
  return compose(
    readAs({ elements: elementClass }),
    IsArray(notList),
    ArrayMaxSize(elements, tooMany(elements)),
    ValidateNested({ ...refusing('type', errorCode.wrongFormat, errorText('object')), each: true }),
  );
}

/**
 * A list of objects. The request class of each object depends on its value in the field `field`.
 *
 * @param other the class of an element with any other value
 */
export function ElementListBy<Element extends object>(
  field: string,
  classes: Readonly<Record<string, new () => Element>>,
  other: new () => Element,
  elements: number,
): FieldRule<readonly Element[]> {
  return compose(ElementList(other, elements), Allow({ context: { variants: { field, classes } satisfies Variants } }));
}

/** The field must not be sent together with another field. */
export function NotBeside<const Other extends string>(other: Other): RelationRule<Other> {
  return relation(
    'isNotBeside',
    other,
    (_, compared) => isAbsent(compared),
    refusing('relation', errorCode.wrongFormat, errorText('eitherOr', { other })),
  );
}

/** The end of a range; it must not be before the start. Both are dates or date-times of the same format. */
export function NotBefore<const Start extends string>(start: Start): RelationRule<Start> {
  return textRelation(
    'isNotBefore',
    start,
    (to, from) => from <= to,
    refusing('relation', errorCode.fromAfterTo, errorText('notBefore', { start })),
  );
}

/** The last day of a period of at most this many days, both ends counted. Without a number, any period is allowed. */
export function PeriodOfDays<const Start extends string>(start: Start, days: number | undefined): RelationRule<Start> {
  if (days === undefined) return () => undefined;
  return textRelation(
    'isPeriodOfDays',
    start,
    (to, from) => !isDate(from) || !isDate(to) || countDays(from, to) <= days,
    refusing('relation', errorCode.periodTooLong, errorText('periodAtMost', { days })),
  );
}

/**
 * The last sequence number of a range; it must not be before the first. With a number, the range has at most this many
 * records.
 */
export function SequenceRange<const Start extends string>(
  start: Start,
  records: number = Number.POSITIVE_INFINITY,
): RelationRule<Start> {
  const detail = Number.isFinite(records)
    ? errorText('rangeEndAtMost', { start, most: records })
    : errorText('rangeEnd', { start });
  return textRelation(
    'isSequenceRange',
    start,
    (to, from) => Number(from) <= Number(to) && Number(to) - Number(from) < records,
    refusing('relation', errorCode.rangeInvalid, detail),
  );
}

const notText = refusing('type', errorCode.wrongFormat, errorText('text'));
const notCode = refusing('type', errorCode.wrongFormat, errorText('code'));
const notDecimal = refusing('type', errorCode.wrongFormat, errorText('decimal'));
const notList = refusing('type', errorCode.wrongFormat, errorText('list'));
const notElement = refusing('type', errorCode.wrongFormat, errorText('element'));

function tooMany(elements: number): ValidationOptions {
  return refusing('length', errorCode.tooManyElements, errorText('atMostElements', { most: elements }));
}

function oneOfText(values: readonly string[]): string {
  return errorText('oneOf', { values: values.map((value) => `"${value}"`).join(', ') });
}

function allowedElements(values: readonly string[]): PropertyDecorator {
  return IsIn(values, { ...refusing('allowed', errorCode.notAllowed, oneOfText(values)), each: true });
}

/** Counts code points. class-validator's `MaxLength` does not count variation selectors, so texts of any length could pass it. */
function MaxCharacters(characters: number, options: ValidationOptions = {}): PropertyDecorator {
  return rule('maxCharacters', (text) => hasAtMost(text, characters), {
    ...refusing('length', errorCode.tooLong, errorText('atMostCharacters', { most: characters })),
    ...options,
  });
}

/** Refuses NUL and unpaired surrogates, which databases cannot store. */
function IsStorable(options: ValidationOptions = {}): PropertyDecorator {
  return rule('isStorable', (text) => !text.includes('\0') && text.isWellFormed(), {
    ...refusing('format', errorCode.wrongFormat, errorText('storable')),
    ...options,
  });
}

function rule(name: string, accepts: (text: string) => boolean, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && accepts(value);
  return ValidateBy({ name, validator: { validate } }, options);
}

/** A relation between texts. Other values pass, because their own rules refuse them. */
function textRelation(
  name: string,
  other: string,
  accepts: (value: string, other: string) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  const acceptsTexts = (value: unknown, compared: unknown) =>
    typeof value !== 'string' || typeof compared !== 'string' || accepts(value, compared);
  return relation(name, other, acceptsTexts, options);
}

function relation(
  name: string,
  other: string,
  accepts: (value: unknown, other: unknown) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments) =>
    accepts(value, (args?.object as Readonly<Record<string, unknown>> | undefined)?.[other]);
  return ValidateBy({ name, constraints: [other], validator: { validate } }, options);
}

type UntypedRule = (target: object, name: string) => void;

function readAs(reading: Reading): PropertyDecorator {
  return Allow({ context: { reading } });
}

function compose(...decorators: readonly UntypedRule[]): UntypedRule {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
