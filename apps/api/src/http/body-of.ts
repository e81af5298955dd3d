import { Body, type Type } from '@nestjs/common';

const paramTypes = 'design:paramtypes';

/**
 * Like `@Body()`, but takes the request class as a value. The decorator is for classes that are made when the program starts,
 * because the type of a parameter cannot name them.
 */
export function BodyOf(requestClass: Type<object>): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('Only handlers have bodies');
    Body()(target, key, index);
    const types = Reflect.getMetadata(paramTypes, target, key) as readonly unknown[];
    Reflect.defineMetadata(paramTypes, types.with(index, requestClass), target, key);
  };
}
