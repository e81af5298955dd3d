import type { PlatformError } from '@trading-platform/client';
import type { KnownErrors } from '@trading-platform/terminal';

/** What is known of the errors of the SDK, which need not be loaded to tell them. */
export const knownErrors: KnownErrors = {
  names: [],
  textOf: (error) => {
    const { name, message, advice } = error as PlatformError;
    return name === 'PlatformError' && advice ? `${message}. ${advice}` : message;
  },
};
