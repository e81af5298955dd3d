import type { z } from 'zod';

/** Reads another setting from the same environment. If its value is wrong, its default counts. */
export type ReadSetting = <Value>(setting: Setting<Value>) => Value;

/** One variable of the environment: its name, its meaning and its allowed values, the same for every program that reads it. */
export interface Setting<Value> {
  readonly name: string;
  /** One or two sentences for the person who operates the service. */
  readonly description: string;
  /** Turns the text of the variable into its value. */
  readonly type: z.ZodType<Value>;
  /** The text that counts when the variable is absent. */
  readonly default?: string;
  /** Makes the value from other settings when the variable is absent and has no `default`. */
  readonly derive?: (read: ReadSetting) => Value;
  /** Says in words what `derive` does, for documents. */
  readonly derived?: string;
  /** Never shown, not even when it is wrong. It may stand in a file as well, which the variable `<name>_FILE` names. */
  readonly secret?: boolean;
  /** Says why the `default` must not be used, as in `must be set: …`. */
  readonly refuseDefault?: (read: ReadSetting) => string | undefined;
}

/** The type of a setting's value. */
export type SettingValue<S> = S extends Setting<infer Value> ? Value : never;

/** Gives a setting the type of the values that its `type` makes. */
export function defineSetting<Value>(setting: Setting<Value>): Setting<Value> {
  return setting;
}
