import { Body, type Type } from '@nestjs/common';

const paramTypes = 'design:paramtypes';

/** As `@Body()`, for a request class that is made while the service starts, so that no type of a parameter can name it. */
export function BodyOf(requestClass: Type<object>): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('Only handlers have bodies');
    Body()(target, key, index);
    const types = Reflect.getMetadata(paramTypes, target, key) as readonly unknown[];
    Reflect.defineMetadata(paramTypes, types.with(index, requestClass), target, key);
  };
}
