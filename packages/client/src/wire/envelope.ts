import type { ErrorEntry } from '@trading-platform/domain-types';

const decoder = new TextDecoder();

export type JsonObject = Readonly<Record<string, unknown>>;

export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The readable parts of an envelope, from a body that may be anything (Spec 2.2). */
export function readEnvelope(body: Uint8Array): {
  readonly value: JsonObject | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorEntry[];
} {
  const value = readObject(body);
  return {
    value,
    requestId: typeof value?.['request_id'] === 'string' ? value['request_id'] : undefined,
    errors: Array.isArray(value?.['error_list']) ? (value['error_list'] as ErrorEntry[]) : [],
  };
}

/** The JSON object of a body; undefined if the body is not one. */
export function readObject(body: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(decodeText(body));
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
