import {
  type FieldDefinition,
  isOptional,
  maxElements,
  maxLength,
  nameOf,
  type RecordDefinition,
  type RequestValues,
} from '@trading-platform/domain-types';
import {
  Code,
  CodeList,
  Day,
  DayTime,
  NamesMembers,
  NotBefore,
  OneOf,
  Optional,
  PeriodOfDays,
  Required,
  ResponseType,
  Text,
} from './rules.js';

type Decorator = (target: object, name: string) => void;
type Limits = Readonly<Record<string, number | undefined>>;

/**
 * A request class with the fields of a definition. Its rules come from the definition and the tables of limits. Each
 * call makes a new class.
 *
 * @param maxPeriodDays longest period in days, both ends counted; any period if it is undefined
 * @throws TypeError for a kind of field that no download request has
 */
export function requestFields<Definition extends RecordDefinition>(
  definition: Definition,
  maxPeriodDays?: number,
): new () => RequestValues<Definition> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- Its fields are known to class-validator only.
  class Request {}
  for (const field of definition.fields) {
    for (const decorate of decoratorsOf(field, maxPeriodDays)) decorate(Request.prototype, nameOf(field));
  }
  return Request as new () => RequestValues<Definition>;
}

function decoratorsOf(field: FieldDefinition, maxPeriodDays: number | undefined): readonly Decorator[] {
  if (nameOf(field) === 'response_type') return [ResponseType()] as Decorator[];
  if (isOptional(field)) return [Optional(), ...rulesOf(field.field, maxPeriodDays)];
  return [Required(), ...rulesOf(field, maxPeriodDays)];
}

type OneField = Exclude<FieldDefinition, { readonly type: 'optional' }>;

function rulesOf(field: OneField, maxPeriodDays: number | undefined): readonly Decorator[] {
  if (typeof field === 'string') return [Text((maxLength as Limits)[field])] as Decorator[];
  switch (field.type) {
    case 'code':
      return [field.values === undefined ? Code() : OneOf(field.values)] as Decorator[];
    case 'codes':
      return [
        CodeList((maxElements as Limits)[field.name], field.values),
        ...(field.members === undefined ? [] : [NamesMembers(field.members)]),
      ] as Decorator[];
    case 'day':
    case 'second':
      return [
        field.type === 'day' ? Day() : DayTime(),
        ...(field.from === undefined ? [] : [NotBefore(field.from)]),
        ...(field.from === undefined || field.isPeriod !== true ? [] : [PeriodOfDays(field.from, maxPeriodDays)]),
      ] as Decorator[];
    default:
      throw new TypeError(`No rule is known for the request field ${field.name}`);
  }
}
