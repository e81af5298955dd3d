import { type ErrorCode, errorCode } from '@trading-platform/domain-types';
import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { MemberRight } from './named-member.js';
import type { Reading, Variants } from './reading.js';
import { type Refusal, type RuleMetadata, refusalOf, type Stage, stages } from './refusal.js';

const nested = 'nestedValidation';

/** A compiled rule of one field: class-validator's constraint, and its refusal. */
export interface CompiledRule {
  readonly refusal: Refusal;
  /** The other field of a relation. */
  readonly other: string | undefined;
  accepts(value: unknown, request: object): boolean;
}

/** The rules of one field in the order of checks. */
export interface CompiledField {
  readonly name: string;
  readonly reading: 'text' | 'code' | 'decimal' | 'codes' | 'placed-codes' | 'elements';
  readonly missing: Refusal | undefined;
  /** If one of these other fields was sent, the field may be missing. */
  readonly excusedBy: readonly string[] | undefined;
  /** If this other field was not sent, the field may be missing. */
  readonly excusedWithout: string | undefined;
  /** Rules for the value; for a list, rules for the whole list. */
  readonly rules: readonly CompiledRule[];
  /** Rules for each element of a code list. */
  readonly elementRules: readonly CompiledRule[];
  readonly elements: CompiledElements | undefined;
  /** The right that a caller needs for the members in the value; undefined if the field contains no member codes. */
  readonly naming: MemberRight | undefined;
  /** Rules for the value and an earlier field. They run when both have passed their own rules. */
  readonly relations: readonly CompiledRule[];
}

/** How the elements of a list of objects are read. */
export interface CompiledElements {
  /** The refusal of an element that is not an object. */
  readonly refusal: Refusal;
  readonly request: CompiledRequest;
  /** Other request classes, for elements with certain values in a field. */
  readonly variants: { readonly field: string; readonly requests: ReadonlyMap<string, CompiledRequest> } | undefined;
  /** The fields whose values must differ in every element, each with the refusal of a repeated value. */
  readonly distinct: readonly { readonly field: string; readonly refusal: Refusal }[];
}

/** A compiled request class. Its fields are in the order of their declaration. */
export interface CompiledRequest {
  readonly requestClass: new () => object;
  readonly fields: readonly CompiledField[];
  readonly names: ReadonlySet<string>;
}

const compiled = new WeakMap<object, CompiledRequest>();

/**
 * The rules of a request class, from class-validator's decorators, in the order of checks. They are compiled at the
 * first call and kept.
 *
 * @throws TypeError if the class has no field, a field without a decorator that defines how it is read, a rule without
 * a refusal or with groups, or a relation to a field that is not declared before it
 */
export function compileRequest(requestClass: new () => object): CompiledRequest {
  const known = compiled.get(requestClass);
  if (known !== undefined) return known;
  const request = compile(requestClass);
  compiled.set(requestClass, request);
  return request;
}

/** The codes with which a body can be refused, for its form and for the members in it (Spec 7). */
export function refusalCodes(requestClass: new () => object): ReadonlySet<ErrorCode> {
  const codes = compileRequest(requestClass).fields.flatMap((field) => [
    ...[...field.rules, ...field.elementRules, ...field.relations].map(({ refusal }) => refusal.errorCode),
    ...(field.missing === undefined ? [] : [field.missing.errorCode]),
    ...(field.naming === undefined ? [] : [errorCode.memberNotVisible]),
    ...(field.elements === undefined ? [] : elementCodes(field.elements)),
  ]);
  return new Set(codes);
}

function elementCodes({ request, variants, distinct }: CompiledElements): readonly ErrorCode[] {
  const requests = [request, ...(variants?.requests.values() ?? [])];
  return [
    ...requests.flatMap(({ requestClass }) => [...refusalCodes(requestClass)]),
    ...distinct.map(({ refusal }) => refusal.errorCode),
  ];
}

function compile(requestClass: new () => object): CompiledRequest {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(requestClass, '', false, false);
  const inOrder = metadatas.toSorted((one, other) => generationOf(one.target) - generationOf(other.target));
  const byField = Map.groupBy(inOrder, (metadata) => metadata.propertyName);
  if (byField.size === 0) throw new TypeError(`${requestClass.name} declares no request field`);
  const names = new Set<string>();
  const fields = [...byField].map(([name, entries]) => {
    const field = compileField(name, entries);
    const stray = field.relations.find((relation) => !names.has(relation.other ?? ''));
    if (stray !== undefined) throw new TypeError(`${name} relates to ${stray.other}, which is not declared before it`);
    names.add(name);
    return field;
  });
  return { requestClass, fields, names };
}

/** The fields of a base class come before those of the class that extends it. */
function generationOf(target: RuleMetadata['target']): number {
  return typeof target === 'function' ? generationOf(Object.getPrototypeOf(target)) + 1 : 0;
}

function compileField(name: string, entries: readonly RuleMetadata[]): CompiledField {
  const rules = entries.filter(isRule).toSorted((a, b) => stageOf(a) - stageOf(b));
  const at = (...wanted: readonly Stage[]) => rules.filter((entry) => wanted.includes(ruleRefusal(entry).stage));
  const own = at('type', 'length', 'format', 'allowed').filter((entry) => entry.type !== nested);
  const [missing] = at('missing');
  const reading = readingOf(name, entries);
  return {
    name,
    reading: typeof reading === 'string' ? reading : 'elements',
    missing: missing === undefined ? undefined : ruleRefusal(missing),
    excusedBy: contextOf(entries, 'excusedBy') as readonly string[] | undefined,
    excusedWithout: contextOf(entries, 'excusedWithout') as string | undefined,
    rules: own.filter((entry) => !entry.each).map(compileRule),
    elementRules: own.filter((entry) => entry.each).map(compileRule),
    elements: typeof reading === 'string' ? undefined : compileElements(name, reading.elements, entries, rules),
    naming: contextOf(entries, 'naming') as MemberRight | undefined,
    relations: at('relation')
      .filter((entry) => !isAboutElements(entry))
      .map(compileRule),
  };
}

function compileElements(
  name: string,
  elementClass: new () => object,
  entries: readonly RuleMetadata[],
  rules: readonly RuleMetadata[],
): CompiledElements {
  const validateNested = rules.find((entry) => entry.type === nested);
  if (validateNested === undefined) throw new TypeError(`${name} does not validate its elements`);
  const variants = contextOf(entries, 'variants') as Variants | undefined;
  return {
    refusal: ruleRefusal(validateNested),
    request: compileRequest(elementClass),
    variants: variants && { field: variants.field, requests: compileVariants(variants) },
    distinct: rules
      .filter(isAboutElements)
      .map((entry) => ({ field: String(entry.context.distinct), refusal: ruleRefusal(entry) })),
  };
}

function compileVariants({ classes }: Variants): ReadonlyMap<string, CompiledRequest> {
  return new Map(Object.entries(classes).map(([value, variant]) => [value, compileRequest(variant)]));
}

function isAboutElements({ context }: RuleMetadata): boolean {
  return typeof context === 'object' && context !== null && 'distinct' in context;
}

function compileRule(metadata: RuleMetadata): CompiledRule {
  const refusal = ruleRefusal(metadata);
  const constraint = constraintOf(metadata);
  const args: ValidationArguments & { object: object } = {
    value: undefined,
    constraints: metadata.constraints ?? [],
    targetName: '',
    object: metadata,
    property: metadata.propertyName,
  };
  return {
    refusal,
    other: refusal.stage === 'relation' ? String(metadata.constraints[0]) : undefined,
    accepts(value, request) {
      args.value = value;
      args.object = request;
      return constraint.validate(value, args) === true;
    },
  };
}

function constraintOf(metadata: RuleMetadata) {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  if (constraint === undefined) throw new TypeError(`${metadata.propertyName} has a rule that cannot be run alone`);
  return constraint.instance;
}

function readingOf(name: string, entries: readonly RuleMetadata[]): Reading {
  const reading = contextOf(entries, 'reading');
  if (reading === undefined) throw new TypeError(`Nothing says how to read the request field ${name}`);
  return reading as Reading;
}

type ContextKey = 'reading' | 'naming' | 'variants' | 'excusedBy' | 'excusedWithout';

/** The non-rule data that a decorator stores about a field. */
function contextOf(entries: readonly RuleMetadata[], key: ContextKey): unknown {
  for (const { context } of entries) {
    if (typeof context === 'object' && context !== null && key in context) return context[key];
  }
  return undefined;
}

/**
 * Whether a decorator is a rule. Other decorators only describe a field: how it is read, which members it names, when
 * it may be missing.
 */
function isRule(metadata: RuleMetadata): boolean {
  const { type, name } = metadata;
  const isCondition = contextOf([metadata], 'excusedBy') ?? contextOf([metadata], 'excusedWithout');
  return type !== 'whitelistValidation' && name !== 'isOptional' && isCondition === undefined;
}

function ruleRefusal(metadata: RuleMetadata): Refusal {
  const refusal = refusalOf(metadata);
  if (refusal === undefined) throw new TypeError(`A rule of ${metadata.propertyName} does not say how it refuses`);
  if (metadata.groups?.length > 0) throw new TypeError(`A rule of ${metadata.propertyName} is for groups only`);
  return refusal;
}

function stageOf(metadata: RuleMetadata): number {
  return stages.indexOf(ruleRefusal(metadata).stage);
}
