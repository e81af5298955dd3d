import type { z } from 'zod';

/** Reads another setting from the same environment. If its value is wrong, its default is used. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value;

/** One environment variable: its name, its meaning and its allowed values, the same for every program that reads it. */
export interface Setting<Value> {
  readonly name: string;
  /** One or two sentences for the operator of the service. */
  readonly description: string;
  /** Converts the text of the variable into its value. */
  readonly type: z.ZodType<Value>;
  /** The text if the variable is absent. */
  readonly default?: string;
  /** Computes the value from other settings if the variable is absent and has no `default`. */
  readonly derive?: (read: ReadSetting) => Value;
  /** Describes `derive` in words, for documents. */
  readonly derived?: string;
  /**
   * The value is never shown, not even when it is wrong. It may also be in a file that the variable `<name>_FILE`
   * names.
   */
  readonly secret?: boolean;
  /** Returns the reason why the `default` must not be used, as in `must be set: …`. */
  readonly refuseDefault?: (read: ReadSetting) => string | undefined;
  /** Returns the reason why a given value must not be used together with other settings, as in `must be false: …`. */
  refuseValue?(value: Value, read: ReadSetting): string | undefined;
}

/** The type of a setting's value. */
export type SettingValue<S> = S extends Setting<infer Value> ? Value : never;

/** Defines a setting whose value has the type of its `type`. */
export function defineSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}
