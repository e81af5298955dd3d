import { Body, type Type } from '@nestjs/common';

const paramTypes = 'design:paramtypes';

/**
 * Like `@Body()`, but takes the request class as a value. The decorator is needed for a class that is made when the program
 * starts, because such a class cannot be the declared type of a parameter.
 */
export function BodyOf(requestClass: Type<object>): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('Only handlers have bodies');
    Body()(target, key, index);
    const types = Reflect.getMetadata(paramTypes, target, key) as readonly unknown[];
    Reflect.defineMetadata(paramTypes, types.with(index, requestClass), target, key);
  };
}
