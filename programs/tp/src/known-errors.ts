import type { PlatformError } from '@trading-platform/client';
import type { KnownErrors } from '@trading-platform/terminal';

/** Errors of the SDK, recognized without loading the SDK. */
export const knownErrors: KnownErrors = {
  names: [],
  textOf: (error) => {
    const { name, message, advice } = error as PlatformError;
    return name === 'PlatformError' && advice ? `${message}. ${advice}` : message;
  },
};
