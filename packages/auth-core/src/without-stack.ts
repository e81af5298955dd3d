/**
 * Makes an error without a stack trace. If a caller's token is refused, the program has no fault that a trace could show, and
 * recording the trace takes longer than looking the token up.
 */
export function withoutStack<Made extends Error>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
